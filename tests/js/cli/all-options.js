// SPDX-License-Identifier: MIT
// Every option of Node's own list does what docs/options.md says: it is accepted, or refused with
// the reason given there. If Node 20 is installed, nothing of its list is missing.
'use strict';
const assert = require('assert');
const { execFileSync, spawn } = require('child_process');
const fs = require('fs');
const path = require('path');

const root = path.resolve(__dirname, '../../..');
const page = fs.readFileSync(`${root}/docs/options.md`, 'utf8');
const sections = page.split(/^## /m).slice(1);
assert.strictEqual(sections.length, 4);
const optionsIn = (text) => [...text.matchAll(/`(--[a-z0-9.-]+)`/g)].map(([, name]) => name);
const [works, refused, tunes, nothing] = sections;

// Values for options that need special ones.
const values = {
  'conditions': 'x', 'diagnostic-dir': '/tmp', 'disable-proto': 'delete', 'disable-warning': 'X',
  'dns-result-order': 'verbatim', 'env-file': '/dev/null', 'env-file-if-exists': '/dev/null',
  'experimental-default-type': 'commonjs', 'experimental-loader': 'data:text/javascript,0',
  'import': 'data:text/javascript,0', 'loader': 'data:text/javascript,0',
  'input-type': 'commonjs', 'max-http-header-size': 9000,
  'network-family-autoselection-attempt-timeout': 250, 'openssl-config': '/dev/null',
  'redirect-warnings': '/dev/null', 'report-dir': '/tmp', 'report-directory': '/tmp',
  'report-filename': 'x', 'report-signal': 'SIGUSR2', 'require': 'fs', 'secure-heap': 65536,
  'secure-heap-min': 2, 'test-concurrency': 1, 'test-name-pattern': 'x',
  'test-reporter': 'spec', 'test-shard': '1/1', 'test-timeout': 100,
  'test-reporter-destination': '/dev/null', 'title': 'x', 'tls-cipher-list': 'x',
  'tls-keylog': '/dev/null',
  'unhandled-rejections': 'warn', 'v8-pool-size': 2, 'max-old-space-size': 100,
  'max-semi-space-size': 16, 'stack-size': 900, 'use-largepages': 'off',
};
// They print something, or run something else.
const otherwise = ['check', 'completion-bash', 'eval', 'help', 'interactive', 'print', 'test',
  'version', 'watch', 'watch-path'];
// Only for the command line, as in Node.
const here = ['env-file', 'env-file-if-exists', 'test-concurrency', 'test-force-exit',
  'test-name-pattern', 'test-timeout', 'test-update-snapshots'];

function run(word, inEnvironment) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, inEnvironment ? ['-e', '0'] : [word, '-e', '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: inEnvironment ? word : '' },
    });
    let text = '';
    child.stderr.on('data', (chunk) => { text += chunk; });
    child.on('close', (code) => resolve({ code, text }));
  });
}

const tasks = [];
for (const option of [...optionsIn(works), ...optionsIn(tunes), ...optionsIn(nothing)]) {
  const name = option.slice(2);
  if (otherwise.includes(name)) continue;
  const word = values[name] === undefined ? option : `${option}=${values[name]}`;
  tasks.push(async () => {
    const { code, text } = await run(word, false);
    assert.strictEqual(code, 0, `${word}: ${text}`);
  }, async () => {
    const { code, text } = await run(word, true);
    assert.strictEqual(code, here.includes(name) ? 9 : 0, `NODE_OPTIONS=${word}: ${text}`);
  });
}
for (const [, reason, names] of refused.matchAll(/^\| ([^|`]+) \| (`.*) \|$/gm)) {
  for (const option of optionsIn(names)) {
    for (const inEnvironment of [false, true]) {
      tasks.push(async () => {
        const { code, text } = await run(option, inEnvironment);
        assert.ok(text.trim().endsWith(`: ${reason}`), `${option}: ${text}`);
        assert.strictEqual(code, 9);
      });
    }
  }
}
assert.ok(tasks.length > 280, `${tasks.length}`);

// Under a sanitizer, or with forced collections, a process takes long: one in five is enough.
const isSlow = process.env.ASAN_OPTIONS ?? process.env.GYRE_GC_STRESS;
const chosen = isSlow === undefined ? tasks : tasks.filter((task, i) => i % 5 === 0);
(async () => {
  const work = async () => {
    for (let task = chosen.pop(); task !== undefined; task = chosen.pop()) await task();
  };
  await Promise.all([work(), work(), work()]);
})();

let node = '';
try {
  node = execFileSync(`${root}/tools/judge`, { encoding: 'utf8', stdio: 'pipe' }).trim();
} catch { /* there is none */ }
if (node !== '') {
  const help = execFileSync(node, ['--help'], { encoding: 'utf8' });
  const listed = new Set(optionsIn(page));
  for (const [, head] of help.matchAll(/^ {2}(-.*?)(?: {2,}|$)/gm)) {
    for (const [name] of head.matchAll(/--[a-z0-9.-]*[a-z0-9]/g)) {
      if (name.length > 2) assert.ok(listed.has(name), `docs/options.md does not have ${name}`);
    }
  }
}

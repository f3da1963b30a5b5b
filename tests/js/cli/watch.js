// SPDX-License-Identifier: MIT
// --watch runs a program again when one of the files that it has loaded changes, and reports how it
// ended; with --watch-path, when anything below changes.
'use strict';
const assert = require('assert');
const { spawn, spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'watch-'));
const put = (name, text) => fs.writeFileSync(path.join(place, name), text);

// Runs the steps: each waits for its text, then does something.
function watch(args, steps) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args,
      { cwd: place, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    let at = 0;
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk) => {
      text += chunk;
      while (steps.length > 0 && text.indexOf(steps[0][0], at) !== -1) {
        const [expected, act] = steps.shift();
        at = text.indexOf(expected, at) + expected.length;
        // A change at the moment a file is first watched may be missed.
        if (act !== undefined) setTimeout(act, 300, child);
      }
    });
    child.on('close', (code) => (steps.length === 0 ? resolve({ text, code }) :
      reject(new Error(`no "${steps[0][0]}" in ${text}`))));
  });
}
const end = (child) => child.kill('SIGTERM');

(async () => {
  put('dep.js', 'module.exports = 1;');
  put('main.js', 'console.log("run", require("./dep.js"), process.argv[2]);');
  const { text } = await watch(['--watch', 'main.js', 'word'], [
    ["run 1 word\nCompleted running 'main.js word'\n", () => put('dep.js', 'module.exports = 2;')],
    ["Restarting 'main.js word'\nrun 2 word\n"],
    ['Completed', () => put('dep.js', 'process.exit(3);')],
    ["Failed running 'main.js word'\n", end],
  ]);
  assert.strictEqual(text.match(/Restarting/g).length, 2);

  put('dep.mjs', 'export default 1;');
  put('main.mjs', 'import d from "./dep.mjs"; console.log("run", d); setInterval(() => {}, 1e6);');
  await watch(['--watch', '--watch-preserve-output', 'main.mjs'], [
    ['run 1\n', () => put('dep.mjs', 'export default 2;')],
    ["Restarting 'main.mjs'\nrun 2\n", end],
  ]);

  fs.mkdirSync(path.join(place, 'below'));
  await watch(['--watch-path=below', 'main.mjs'], [
    ['run 2\n', () => put('below/any', 'x')],
    ["Restarting 'main.mjs'\nrun 2\n", end],
  ]);

  const { stderr, status } = spawnSync(process.execPath, ['--watch'], { encoding: 'utf8' });
  assert.match(stderr, /--watch requires specifying a file\n$/);
  assert.strictEqual(status, 9);
  fs.rmSync(place, { recursive: true });
})();

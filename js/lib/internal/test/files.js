// SPDX-License-Identifier: MIT
// --test: each file is a program of its own; what it prints is passed on, and it has failed if it
// ends with another code than 0. Called by internal/main.js.
'use strict';
const { process } = require('internal/process');

const skipped = new Set(['node_modules', '.git']);

function isTestName(path, name) {
  if (!/\.[cm]?js$/.test(name)) return false;
  return /(?:^|\/)test\//.test(path) ||
    /^test(?:-.+)?\.[cm]?js$/.test(name) || /[._-]test\.[cm]?js$/.test(name);
}

// The files below a directory that are named like tests.
function search(directory, found = []) {
  const fs = require('fs');
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const path = require('path').join(directory, entry.name);
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name)) search(path, found);
    } else if (isTestName(path, entry.name)) {
      found.push(path);
    }
  }
  return found.sort();
}

function filesOf(words) {
  const fs = require('fs');
  if (words.length === 0) return search('.');
  return words.flatMap((word) => (fs.statSync(word).isDirectory() ? search(word) : [word]));
}

function runFile(file) {
  const { spawn } = require('child_process');
  const args = process.execArgv.filter((word) => word !== '--test');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args, file], {
      stdio: 'inherit', env: { ...process.env, NODE_TEST_CONTEXT: 'child' },
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ file, code, signal }));
  });
}

async function run(words) {
  const failed = [];
  const files = filesOf(words);
  for (const file of files) {
    const { code, signal } = await runFile(file);
    if (code !== 0) failed.push(`${file} (${signal ?? `exit code ${code}`})`);
  }
  binding('stdio').write(1, `# ${files.length} files, ${failed.length} failed\n` +
    failed.map((name) => `# failed: ${name}\n`).join(''));
  if (failed.length > 0) process.exitCode = 1;
}

function stream() {
  throw new Error('node:test has no run() here: use --test on the command line');
}

exports.run = run;
exports.stream = stream;

// SPDX-License-Identifier: MIT
// For the scenarios: requests to a server in this process, programs, files.
'use strict';
const { execFile } = require('child_process');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

// Makes a request to a port; returns { status, headers, body }.
function request(port, options = {}, body = undefined) {
  return new Promise((resolve, reject) => {
    const asked = http.request({ host: '127.0.0.1', port, ...options }, (response) => {
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('end', () => resolve({
        status: response.statusCode,
        headers: response.headers,
        body: Buffer.concat(pieces).toString(),
      }));
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

function listen(server) {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });
}

// The key and the self-signed certificate of localhost.
function secrets() {
  const place = path.join(process.env.GYRE_ROOT, 'tests/js/tls/fixtures');
  const read = (name) => fs.readFileSync(path.join(place, name));
  return { key: read('key.pem'), cert: read('cert.pem') };
}

// Runs a JavaScript program with the runtime that runs this one: { code, out, err }.
function run(args, options = {}) {
  return new Promise((resolve) => {
    const limits = { timeout: 120000, maxBuffer: 1 << 26 };
    execFile(process.execPath, args, { ...limits, ...options }, (error, out, err) => {
      resolve({ code: error === null ? 0 : error.code ?? error.signal, out, err });
    });
  });
}

// A directory with these files, removed at the end.
function directory(files = {}) {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-npm-'));
  process.on('exit', () => fs.rmSync(place, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), text);
  }
  return place;
}

// The file of a package's command.
function bin(name, command = name) {
  const file = require.resolve(`${name}/package.json`);
  const { bin: commands } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return path.join(path.dirname(file), typeof commands === 'string' ? commands : commands[command]);
}

module.exports = { bin, directory, listen, request, run, secrets };

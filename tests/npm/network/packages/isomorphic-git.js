// SPDX-License-Identifier: MIT
// isomorphic-git: a repository made, cloned over HTTP from git's own server (git http-backend),
// branched, merged and pushed back; git itself finds it valid.
'use strict';
const assert = require('assert');
const { execFileSync, spawn } = require('child_process');
const fs = require('fs');
const http = require('http');
const path = require('path');
const git = require('isomorphic-git');
const web = require('isomorphic-git/http/node');
const { directory, listen } = require('./help');

const author = { name: 'Me', email: 'me@example.com', timestamp: 1700000000, timezoneOffset: 0 };

// What a CGI program prints: its head, then its body.
function serve(root) {
  return http.createServer((req, res) => {
    const { pathname, search } = new URL(req.url, 'http://localhost');
    const child = spawn('git', ['http-backend'], { env: {
      ...process.env, GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1', PATH_INFO: pathname,
      QUERY_STRING: search.slice(1), REQUEST_METHOD: req.method, REMOTE_USER: 'me',
      CONTENT_TYPE: req.headers['content-type'] ?? '',
      GIT_PROTOCOL: req.headers['git-protocol'] ?? '',
      HTTP_CONTENT_ENCODING: req.headers['content-encoding'] ?? '',
    } });
    req.pipe(child.stdin);
    const pieces = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    child.stdout.on('end', () => {
      const all = Buffer.concat(pieces);
      const end = all.indexOf('\r\n\r\n');
      for (const line of all.toString('latin1', 0, end).split('\r\n')) {
        const [name, value] = line.split(/: (.*)/);
        if (name === 'Status') res.statusCode = parseInt(value, 10);
        else res.setHeader(name, value);
      }
      res.end(all.subarray(end + 4));
    });
  });
}

(async () => {
  const root = directory();
  const origin = path.join(root, 'origin.git');
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', origin]);
  execFileSync('git', ['-C', origin, 'config', 'http.receivepack', 'true']);
  const dir = path.join(root, 'work');
  await git.init({ fs, dir, defaultBranch: 'main' });
  fs.writeFileSync(path.join(dir, 'a.txt'), 'first\n');
  await git.add({ fs, dir, filepath: 'a.txt' });
  const first = await git.commit({ fs, dir, message: 'first', author });
  const server = serve(root);
  const port = await listen(server);
  const url = `http://127.0.0.1:${port}/origin.git`;
  await git.addRemote({ fs, dir, remote: 'origin', url });
  const pushed = await git.push({ fs, http: web, dir, remote: 'origin', ref: 'main' });
  assert.strictEqual(pushed.ok, true);

  const copy = path.join(root, 'copy');
  await git.clone({ fs, http: web, dir: copy, url, singleBranch: true });
  assert.strictEqual(fs.readFileSync(path.join(copy, 'a.txt'), 'utf8'), 'first\n');
  await git.branch({ fs, dir: copy, ref: 'side', checkout: true });
  fs.writeFileSync(path.join(copy, 'b.txt'), 'x'.repeat(100000));
  await git.add({ fs, dir: copy, filepath: 'b.txt' });
  await git.commit({ fs, dir: copy, message: 'second', author });
  await git.checkout({ fs, dir: copy, ref: 'main' });
  assert.strictEqual(fs.existsSync(path.join(copy, 'b.txt')), false);
  await git.merge({ fs, dir: copy, ours: 'main', theirs: 'side', author });
  await git.push({ fs, http: web, dir: copy, remote: 'origin', ref: 'main' });
  const log = await git.log({ fs, dir: copy });
  assert.deepStrictEqual(log.map((entry) => entry.commit.message), ['second\n', 'first\n']);
  assert.strictEqual(log[1].oid, first);

  execFileSync('git', ['-C', origin, 'fsck', '--strict'], { stdio: 'ignore' });
  const said = execFileSync('git', ['-C', origin, 'log', '--format=%s', 'main']);
  assert.strictEqual(`${said}`, 'second\nfirst\n');
  server.close();
  server.closeAllConnections();
})();

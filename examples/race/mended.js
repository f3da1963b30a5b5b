// SPDX-License-Identifier: MIT
// store.js, mended: whoever adds a note waits until the one before is written.
'use strict';
const fs = require('fs/promises');
const http = require('http');
const os = require('os');
const path = require('path');

class Store {
  constructor(file) {
    this.file = file;
    this.last = Promise.resolve();
  }

  add(note) {
    this.last = this.last.then(async () => {
      const notes = await this.all();
      notes.push(note);
      await fs.writeFile(this.file, JSON.stringify(notes));
    });
    return this.last;
  }

  async all() {
    return JSON.parse(await fs.readFile(this.file, 'utf8'));
  }
}

async function main() {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'notes-'));
  const store = new Store(path.join(directory, 'notes.json'));
  await fs.writeFile(store.file, '[]');
  const server = http.createServer(async (request, response) => {
    await store.add(decodeURI(request.url.slice(1)));
    response.end();
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });

  const send = (note) => new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port: server.address().port, path: `/${note}`, agent: false },
      (response) => response.resume().on('end', resolve)).on('error', reject);
  });
  const later = new Promise((resolve) => { setTimeout(resolve, 50); });
  await Promise.all([send('milk'), later.then(() => send('bread'))]);

  const notes = await store.all();
  server.close();
  await fs.rm(directory, { recursive: true });
  if (notes.length !== 2) throw new Error(`two notes were sent, and there is only ${notes}`);
}

main();

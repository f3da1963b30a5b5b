// SPDX-License-Identifier: MIT
// @parcel/watcher: events of a directory, and a snapshot of one.
'use strict';
const assert = require('assert');
const { directory } = require('./help');

(async () => {
  const fs = require('fs');
  const path = require('path');
  const watcher = require('@parcel/watcher');
  const place = fs.realpathSync(directory({ 'a.txt': 'a' }));
  const snapshot = path.join(directory({}), 'snapshot');
  await watcher.writeSnapshot(place, snapshot);
  let heard;
  const events = new Promise((resolve, reject) => {
    heard = (error, list) => (error ? reject(error) : resolve(list));
  });
  const subscription = await watcher.subscribe(place, heard);
  fs.writeFileSync(path.join(place, 'b.txt'), 'b');
  assert.strictEqual((await events)[0].path, path.join(place, 'b.txt'));
  await subscription.unsubscribe();
  fs.rmSync(path.join(place, 'a.txt'));
  const since = await watcher.getEventsSince(place, snapshot);
  const told = since.map(({ type, path: file }) => `${type} ${path.basename(file)}`);
  assert.deepStrictEqual(told.sort(), ['create b.txt', 'delete a.txt']);
})();

// SPDX-License-Identifier: MIT
// better-sqlite3 13, which uses Node-API: statements, transactions that are rolled back, functions,
// aggregates and tables in JavaScript, large integers, bytes, iteration, errors, and a backup.
'use strict';
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const Database = require('better-sqlite3');

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-sqlite-'));
process.on('exit', () => { fs.rmSync(place, { recursive: true, force: true }); });
const db = new Database(path.join(place, 'one.db'));
assert.strictEqual(db.pragma('journal_mode = WAL', { simple: true }), 'wal');
db.exec('CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT UNIQUE, data BLOB)');

const insert = db.prepare('INSERT INTO people (name, data) VALUES (@name, @data)');
const insertAll = db.transaction((people) => people.map((one) => insert.run(one).lastInsertRowid));
const data = Buffer.from([0, 1, 254, 255]);
assert.deepStrictEqual(insertAll([{ name: 'Ada', data }, { name: 'Zoë ☺', data: null }]), [1, 2]);
assert.throws(() => insertAll([{ name: 'Bob', data }, { name: 'Ada', data }]),
  { name: 'SqliteError', code: 'SQLITE_CONSTRAINT_UNIQUE' });
assert.strictEqual(db.prepare('SELECT count(*) FROM people').pluck().get(), 2);
assert.deepStrictEqual(db.prepare('SELECT name, data FROM people').raw().all(),
  [['Ada', data], ['Zoë ☺', null]]);

db.function('shout', (text) => `${text.toUpperCase()}!`);
const shouted = db.prepare('SELECT shout(name) FROM people WHERE id = ?').pluck();
assert.strictEqual(shouted.get(1), 'ADA!');
db.function('fails', () => { throw new RangeError('from JavaScript'); });
assert.throws(() => db.prepare('SELECT fails()').get(), new RangeError('from JavaScript'));
db.aggregate('longest', {
  start: '', step: (longest, text) => (text.length > longest.length ? text : longest),
});
assert.strictEqual(db.prepare('SELECT longest(name) FROM people').pluck().get(), 'Zoë ☺');
db.table('squares', {
  columns: ['n', 'square'],
  parameters: ['most'],
  * rows(most) { for (let n = 1; n <= most; n++) yield [n, n * n]; },
});
assert.strictEqual(db.prepare('SELECT sum(square) FROM squares(10)').pluck().get(), 385);

const large = db.prepare('SELECT 9007199254740993').pluck().safeIntegers();
assert.strictEqual(large.get(), 9007199254740993n);
let sum = 0;
for (const { square } of db.prepare('SELECT square FROM squares(1000)').iterate()) {
  sum += square;
  if (square === 250000) break;
}
assert.strictEqual(sum, 41791750);
assert.throws(() => db.prepare('SELEC'), { code: 'SQLITE_ERROR' });

(async () => {
  const steps = [];
  const { totalPages } = await db.backup(path.join(place, 'two.db'), {
    progress: ({ remainingPages }) => { steps.push(remainingPages); return 1; },
  });
  assert(totalPages >= 2 && steps.length >= 1, `${totalPages} ${steps}`);
  const copy = new Database(path.join(place, 'two.db'), { readonly: true });
  assert.strictEqual(copy.prepare('SELECT count(*) FROM people').pluck().get(), 2);
  assert.throws(() => copy.exec('DELETE FROM people'), { code: 'SQLITE_READONLY' });
  copy.close();
  db.close();
  assert.throws(() => db.prepare('SELECT 1'), /not open/);
})();

// SPDX-License-Identifier: MIT
// libsql: tables, statements, transactions, functions over rows, errors.
'use strict';
const assert = require('assert');

const Database = require('libsql');

const db = new Database(':memory:');
db.exec('create table t (a integer primary key, b text)');
const insert = db.prepare('insert into t values (?, ?)');
db.transaction(() => { for (let i = 0; i < 100; i++) insert.run(i, `row ${i}`); })();
const { n, m } = db.prepare('select count(*) n, max(a) m from t').get();
assert.deepStrictEqual([n, m], [100, 99]);
assert.strictEqual(db.prepare('select * from t where a > ?').all(89).length, 10);
assert.throws(() => insert.run(1, 'again'), /UNIQUE|constraint/i);
db.close();

// SPDX-License-Identifier: MIT
// @duckdb/node-api: tables, parameters, types, streams of rows, errors.
'use strict';
const assert = require('assert');

(async () => {
  const { DuckDBInstance } = require('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run('create table t (a integer, b varchar, c double)');
  const insert = await connection.prepare('insert into t values ($1, $2, $3)');
  for (let i = 0; i < 100; i++) {
    insert.bindInteger(1, i);
    insert.bindVarchar(2, `row ${i}`);
    insert.bindDouble(3, i / 2);
    await insert.run();
  }
  const reader = await connection.runAndReadAll('select sum(a)::integer s, max(b) m from t');
  assert.deepStrictEqual(reader.getRowObjects(), [{ s: 4950, m: 'row 99' }]);
  await assert.rejects(connection.run('select nothing from nowhere'), /nowhere/);
})();

// SPDX-License-Identifier: MIT
// Several inserts and an index: a second look at the file finds all of them.
'use strict';
const assert = require('assert');
const Datastore = require('@seald-io/nedb');
const { directory, scene } = require('./scene');

scene(async () => {
  const filename = `${directory}/db`;
  const db = new Datastore({ filename });
  await Promise.all([db.loadDatabaseAsync(), db.ensureIndexAsync({ fieldName: 'n' }),
    ...[1, 2, 3].map((n) => db.insertAsync({ n }))]);
  await Promise.all([db.compactDatafileAsync(), db.insertAsync({ n: 4 })]);
  const again = new Datastore({ filename });
  await again.loadDatabaseAsync();
  const rows = await again.findAsync({}).sort({ n: 1 });
  assert.deepStrictEqual(rows.map(({ n }) => n), [1, 2, 3, 4]);
});

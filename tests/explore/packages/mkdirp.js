// SPDX-License-Identifier: MIT
// Several who make the same path, and one below it.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { mkdirp } = require('mkdirp');
const { mkdirpManual } = require('mkdirp');
const { directory, scene } = require('./scene');

scene(async () => {
  const deep = `${directory}/a/b/c`;
  await Promise.all([mkdirp(deep), mkdirp(`${directory}/a/b`), mkdirp(deep), mkdirp(`${deep}/d`),
    mkdirpManual(`${directory}/m/n/o`), mkdirpManual(`${directory}/m/n/o`)]);
  assert.ok(fs.statSync(`${deep}/d`).isDirectory());
  assert.ok(fs.statSync(`${directory}/m/n/o`).isDirectory());
});

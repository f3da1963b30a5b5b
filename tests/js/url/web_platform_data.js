// SPDX-License-Identifier: MIT
// The web platform's own tables of URLs, which come with the distribution's source of Node: what
// each parses to, alone and with its base, and what each setter does. Each URL that parses is
// parsed again from its href, which must give the same parts.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');

const foreign = path.join(__dirname, '../../../build/foreign');
const source = fs.existsSync(foreign) ?
  fs.readdirSync(foreign).find((name) => name.startsWith('nodejs-source')) : undefined;
if (source === undefined) {
  console.log('the source of Node is not here');
  process.exit(77);
}

function read(name) {
  const file = path.join(foreign, source, 'test/fixtures/wpt/url/resources', name);
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

const names = ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname',
  'search', 'hash'];
const partsOf = (url) => Object.fromEntries(names.map((name) => [name, url[name]]));
const wrong = [];

function compare(what, actual, expected) {
  try {
    assert.deepStrictEqual(actual, expected);
  } catch {
    wrong.push({ what, actual, expected });
  }
}

function parse(input, base) {
  try {
    return new URL(input, base ?? undefined);
  } catch (error) {
    assert.strictEqual(error.code, 'ERR_INVALID_URL');
    return null;
  }
}

let count = 0;
for (const test of read('urltestdata.json')) {
  if (typeof test === 'string') continue;
  count++;
  const what = `${JSON.stringify(test.input)} from ${test.base}`;
  const url = parse(test.input, test.base);
  compare(`${what}: canParse`, URL.canParse(test.input, test.base ?? undefined), url !== null);
  if (test.failure || url === null) {
    compare(what, url === null, Boolean(test.failure));
    continue;
  }
  compare(what, partsOf(url), partsOf(test));
  if (test.origin !== undefined) compare(`${what}: origin`, url.origin, test.origin);
  compare(`${what}: again`, partsOf(new URL(url.href)), partsOf(url));
}

for (const [name, tests] of Object.entries(read('setters_tests.json'))) {
  if (name === 'comment') continue;
  for (const { href, new_value: value, expected } of tests) {
    count++;
    const url = new URL(href);
    url[name] = value;
    const actual = {};
    for (const key of Object.keys(expected)) actual[key] = url[key];
    compare(`${href}: ${name} = ${JSON.stringify(value)}`, actual, expected);
  }
}

assert.ok(count > 1000);
assert.deepStrictEqual(wrong, []);

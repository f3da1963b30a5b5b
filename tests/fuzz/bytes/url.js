// SPDX-License-Identifier: MIT
// URLs: what was parsed and written parses to the same; its parts may be set to anything.
'use strict';
const assert = require('assert');

const parts = ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search',
  'hash'];

globalThis.fuzz = (bytes) => {
  const [text, base, part] = Buffer.from(bytes).toString('utf8').split('\n');
  let url;
  try {
    url = base ? new URL(text, base) : new URL(text);
  } catch (error) {
    assert.strictEqual(error.code, 'ERR_INVALID_URL', error.stack);
    return;
  }
  assert.strictEqual(new URL(url.href).href, url.href);
  assert.strictEqual(url.href.startsWith(url.protocol), true);
  for (const name of parts) {
    const copy = new URL(url);
    copy[name] = part ?? text;
    assert.strictEqual(new URL(copy.href).href, copy.href, name);
  }
  assert.strictEqual(new URLSearchParams(url.searchParams.toString()).toString(),
    url.searchParams.toString());
};

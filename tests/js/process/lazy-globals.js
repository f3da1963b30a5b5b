// SPDX-License-Identifier: MIT
// A global that is loaded on first use is a plain property from then on, also if only its name was
// used; one that the program has replaced stays replaced.
'use strict';
const assert = require('assert');

const of = (name) => Object.getOwnPropertyDescriptor(globalThis, name);
const copy = Object.defineProperty({}, 'Blob', of('Blob'));
void URLSearchParams;
void process;
assert.ok('value' in of('URLSearchParams'));
assert.ok('value' in of('process'));
const mine = {};
globalThis.Blob = mine;
assert.strictEqual(typeof copy.Blob, 'function');
assert.strictEqual(Blob, mine);

// SPDX-License-Identifier: MIT
// AbortSignal.any has the reason of the first signal, and fires after the listeners of its source.
'use strict';
const assert = require('assert');

const [one, two] = [new AbortController(), new AbortController()];
const either = AbortSignal.any([one.signal, AbortSignal.any([two.signal])]);
const seen = [];
either.onabort = () => seen.push('either');
two.signal.addEventListener('abort', () => seen.push('two'));
two.abort('why');
one.abort('other');
assert.deepStrictEqual(seen, ['two', 'either']);
assert.strictEqual(either.reason, 'why');
assert.throws(() => either.throwIfAborted(), (reason) => reason === 'why');

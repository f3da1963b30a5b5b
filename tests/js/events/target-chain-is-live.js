// SPDX-License-Identifier: MIT
// An event target calls listeners in order, including those added meanwhile, not those removed.
'use strict';
const assert = require('assert');

const target = new EventTarget();
const seen = [];
function third() { seen.push('third'); }
target.addEventListener('x', () => {
  seen.push('first');
  target.removeEventListener('x', third);
  target.addEventListener('x', () => seen.push('late'));
});
target.addEventListener('x', { handleEvent() { seen.push('second'); } });
target.addEventListener('x', third);
const event = new Event('x', { cancelable: true });
target.addEventListener('x', () => event.preventDefault(), { once: true });
assert.strictEqual(target.dispatchEvent(event), false);
assert.deepStrictEqual(seen, ['first', 'second', 'late']);

// SPDX-License-Identifier: MIT
// `for await` outside of functions: kinds of targets, labels, leaving early, errors.
import assert from 'assert';

const seen = [];
async function* three() {
  try {
    yield { n: 1 };
    yield {};
    yield { n: 3 };
  } finally {
    seen.push('closed');
  }
}
for await (const x of [Promise.resolve(1), 2]) seen.push(x);
outer: for await (const { n = 'default' } of (three())) {
  for (;;) {
    if (n === 1) continue outer;
    break;
  }
  seen.push(n);
  break;
}
let last;
for await (last of ['a', 'b']);
seen.push(last);
const holder = {};
for await ([holder.x] of [[1], [2]]) seen.push(holder.x)
if (last) for await (var hoisted of [3]) seen.push(hoisted)
try {
  for await (const x of (async function* () { yield 4; throw new Error('from inside'); })()) {
    seen.push(x);
  }
} catch (error) {
  seen.push(error.message);
}
try {
  for await (const x of three()) throw new Error(`body ${x.n}`);
} catch (error) {
  seen.push(error.message);
}
for await (const x of [1]) for await (const y of [2]) seen.push(x + y);
assert.deepStrictEqual(seen, [1, 2, 'default', 'closed', 'b', 1, 2, 3, 4, 'from inside', 'closed',
  'body 1', 3]);

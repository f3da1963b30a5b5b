// SPDX-License-Identifier: MIT
// A broadcast channel reaches all others of its name, and not itself.
'use strict';
const assert = require('assert');

const [one, two, three] = [0, 1, 2].map(() => new BroadcastChannel('name'));
const other = new BroadcastChannel('other');
const seen = [];
one.onmessage = () => seen.push('one');
other.onmessage = () => seen.push('other');
for (const [name, channel] of Object.entries({ two, three })) {
  channel.onmessage = ({ data }) => {
    seen.push(`${name} ${data}`);
    channel.close();
    if (seen.length === 2) [one, other].forEach((rest) => rest.close());
  };
}
one.postMessage('hello');
process.on('exit', () => assert.deepStrictEqual(seen.sort(), ['three hello', 'two hello']));

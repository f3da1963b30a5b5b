// SPDX-License-Identifier: MIT
'use strict';
// What the servers of this directory answer with, and how they say where they listen.

exports.json = () => ({
  id: 17, name: 'a thing of middling size', tags: ['one', 'two', 'three'], price: 12.5,
  stock: { here: 3, there: 0 }, at: '2020-02-02T02:02:02.000Z',
});

exports.text = Buffer.from('The quick brown fox jumps over the lazy dog, again.\n'.repeat(1970))
  .subarray(0, 100 * 1024);

/** Has SERVER (of node:http, or with the same listen) take connections, and prints its port. */
exports.listen = (server) => {
  const listening = server.listen(0, '127.0.0.1', () => {
    console.log((listening ?? server).address().port);
  });
};

// SPDX-License-Identifier: MIT
// A web stream from a Readable and back keeps the data; adapters end where their source ends.
'use strict';
const assert = require('assert');
const { Readable, Writable } = require('stream');

(async () => {
  const web = Readable.toWeb(Readable.from(['ab', 'cd'], { objectMode: true }));
  const back = Readable.fromWeb(web, { objectMode: true });
  assert.deepStrictEqual(await back.toArray(), ['ab', 'cd']);
  const seen = [];
  const sink = Writable.toWeb(new Writable({
    write(chunk, encoding, callback) {
      seen.push(chunk.toString());
      callback();
    },
  }));
  const writer = sink.getWriter();
  await writer.write(Buffer.from('x'));
  await writer.close();
  assert.deepStrictEqual(seen, ['x']);
})();

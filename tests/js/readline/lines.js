// SPDX-License-Identifier: MIT
// Lines from a stream: all line endings, pieces, a last line without one; iteration; questions.
'use strict';
const assert = require('assert');
const readline = require('readline');
const promises = require('readline/promises');
const { PassThrough, Readable } = require('stream');

function collect(chunks) {
  return new Promise((resolve) => {
    const input = new PassThrough();
    const lines = [];
    const rl = readline.createInterface({ input });
    rl.on('line', (line) => lines.push(line));
    rl.on('close', () => resolve(lines));
    for (const chunk of chunks) input.write(chunk);
    input.end();
  });
}

(async () => {
  assert.deepStrictEqual(await collect(['a\nb\r\nc', 'd\n', '\nlast']),
    ['a', 'b', 'cd', '', 'last']);
  assert.deepStrictEqual(await collect([Buffer.from([0xe2, 0x82]), Buffer.from([0xac, 10])]),
    ['\u20ac']);
  assert.deepStrictEqual(await collect(['x\r', '\ny\n']), ['x', 'y']);

  const seen = [];
  const rl = readline.createInterface({ input: Readable.from(['x\ny\n', 'z']) });
  for await (const line of rl) seen.push(line);
  assert.deepStrictEqual(seen, ['x', 'y', 'z']);

  const input = new PassThrough();
  const output = new PassThrough();
  const asker = promises.createInterface({ input, output });
  const answer = asker.question('name? ');
  input.write('bob\n');
  assert.strictEqual(await answer, 'bob');
  assert.strictEqual(output.read().toString(), 'name? ');
  asker.close();

  const controller = new AbortController();
  const other = promises.createInterface({ input: new PassThrough(), output });
  const asked = other.question('?', { signal: controller.signal });
  controller.abort();
  await assert.rejects(asked, { name: 'AbortError' });
  other.close();
})();

// SPDX-License-Identifier: MIT
// Proves that a child of spawnSync need not read its input, and may write to its stdin.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');

const some = spawnSync('head', ['-c', '3'], { input: 'abcdefgh', encoding: 'utf8' });
assert.strictEqual(some.error, undefined);
assert.deepStrictEqual([some.status, some.stdout], [0, 'abc']);

const much = spawnSync('sh', ['-c', 'exec <&-; sleep 0.1; echo done'],
  { input: Buffer.alloc(1e6), encoding: 'utf8' });
assert.strictEqual(much.error.code, 'EPIPE');
assert.deepStrictEqual([much.status, much.stdout], [0, 'done\n']); // it was not killed for that

const back = spawnSync('sh', ['-c', 'sleep 0.05; echo back >&0; echo end'], { encoding: 'utf8' });
assert.deepStrictEqual([back.status, back.stdout], [0, 'end\n']);

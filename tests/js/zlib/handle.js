// SPDX-License-Identifier: MIT
// Packages call the coder of a stream themselves: stream._handle.write and writeSync, whose result
// is in stream._writeState: the remaining output room, and the remaining bytes.
'use strict';
const assert = require('assert');
const zlib = require('zlib');

const text = Buffer.from('some text '.repeat(20));
const packed = zlib.deflateSync(text);
const room = Buffer.alloc(1000);

const inflate = new zlib.Inflate();
inflate._handle.writeSync(zlib.constants.Z_FINISH, packed, 0, packed.length, room, 0, 1000);
assert.deepStrictEqual([...inflate._writeState], [1000 - text.length, 0]);
assert.strictEqual(room.toString('latin1', 0, text.length), text.toString());
inflate._handle.close();
inflate._handle = null;

// Not enough room: the rest is requested again.
const small = new zlib.Inflate();
small._handle.writeSync(zlib.constants.Z_FINISH, packed, 0, packed.length, room, 0, 50);
const [availOut, availIn] = small._writeState;
assert.strictEqual(availOut, 0);
small._handle.writeSync(zlib.constants.Z_FINISH, packed, packed.length - availIn, availIn, room, 50,
  950);
assert.strictEqual(small._writeState[0], 950 - (text.length - 50));

const broken = new zlib.Inflate();
let seen;
broken.on('error', (error) => { seen = error; });
broken._handle.writeSync(zlib.constants.Z_FINISH, text, 0, text.length, room, 0, 1000);
process.on('exit', () => assert.strictEqual(seen.code, 'Z_DATA_ERROR'));

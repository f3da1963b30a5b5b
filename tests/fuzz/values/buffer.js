// SPDX-License-Identifier: MIT
// The methods of Buffer on memory of all kinds, with arguments that change it when they are
// converted.
'use strict';
const { Buffer, ...buffer } = require('buffer');

const encodings = ['utf8', 'utf-8', 'ucs2', 'utf16le', 'latin1', 'binary', 'ascii', 'hex', 'base64',
  'base64url', 'UTF-16LE', 'nothing', ''];
const texts = ['', 'a', 'ab', 'abc', '616263', '6', '6g61', 'YWJj', 'YQ==', 'Y_-+/', '\u20ac',
  '\u00e9', '\ud83d\ude00', '\ud83d', '\ude00x', 'a\u0000b', 'abcabcab', ' YWJj', 'AAAA=AAAA',
    'zz'];

function memory(r) {
  const size = r.pick([0, 1, 2, 3, 7, 8, 16, 21, 40]);
  const most = size + r.pick([0, 1, 8, 64]);
  switch (r.below(7)) {
    case 0: return `new ArrayBuffer(${size}, { maxByteLength: ${most} })`;
    case 1: return `new ArrayBuffer(${size}, { maxByteLength: ${most} })`;
    case 2: return `new SharedArrayBuffer(${size || 1})`;
    case 3: return `new SharedArrayBuffer(${size || 1}, { maxByteLength: ${most || 1} })`;
    default: return `new ArrayBuffer(${size})`;
  }
}

function number(r) {
  return r.pick(['0', '1', '2', '3', '5', '8', '16', '20', '-1', '-2', '-8', '-30', '100', '1.5',
    '-0.5', 'NaN', 'Infinity', '-Infinity', '-0', '2 ** 31', '2 ** 32', '2 ** 53', '-(2 ** 31)',
    '4294967297', 'b.length', 'b.length - 1', 'b.length + 1', '"1"', '"x"', 'undefined', 'null',
    'true', '{}', '[]', '[2]', '1n']);
}

// A value that becomes a number, and does harm meanwhile.
function hostile(r) {
  const harm = r.pick(['shrink(ab)', 'grow(ab)', 'detach(ab)', 'throw new Error("bad mood")', '',
    'shrink(ab); grow(ab)', 'detach(other)', 'shrink(other)']);
  const hook = r.pick(['valueOf', 'toString', '[Symbol.toPrimitive]']);
  return `{ ${hook}() { ${harm}; return ${r.pick(['0', '1', '3', '"2"', '8', '"hex"',
    '"a"'])}; } }`;
}

function place(r) {
  return r.chance(0.15) ? hostile(r) : number(r);
}

function view(r, name) {
  const kind = r.pick(['Uint8Array', 'Uint8Array', 'Uint16Array', 'Float64Array', 'Int8Array',
    'DataView', 'BigInt64Array', 'Uint8ClampedArray']);
  return `new ${kind}(${name}.slice ? ${name}.slice(0, ${r.pick([0, 8, 16])}) : ${name})`;
}

function bytes(r) {
  return r.pick(['o', 'o', 'b', 'Buffer.from("abc")', 'Buffer.alloc(0)', view(r, 'other'), 'ab',
    'other', '[1, 2, 3]', 'new Uint16Array([97, 25185, 3])', 'new Float32Array([1, 2])',
    'new DataView(new ArrayBuffer(3))', 'Buffer.from("ab").subarray(1)']);
}

function text(r) {
  return JSON.stringify(r.pick(texts));
}

function encoding(r) {
  return r.chance(0.8) ? JSON.stringify(r.pick(encodings)) :
    r.pick(['undefined', 'null', '5', '{}', hostile(r)]);
}

function any(r) {
  return r.pick([text, text, bytes, number, place, hostile, encoding])(r);
}

const slices = ['utf8', 'latin1', 'ascii', 'ucs2', 'hex', 'base64', 'base64url'];
const numbers = ['UInt8', 'Int8', 'UInt16LE', 'UInt16BE', 'Int32LE', 'Int32BE', 'UInt32LE',
  'FloatLE',
  'FloatBE', 'DoubleLE', 'DoubleBE', 'BigInt64LE', 'BigUInt64BE', 'Int16BE'];

function call(r) {
  const calls = [
    () => `b.toString(${encoding(r)}, ${place(r)}, ${place(r)})`,
    () => `b.${r.pick(slices)}Slice(${place(r)}, ${place(r)})`,
    () => `b.${r.pick(slices)}Write(${text(r)}, ${place(r)}, ${place(r)})`,
    () => `b.write(${text(r)}, ${place(r)}, ${place(r)}, ${encoding(r)})`,
    () => `b.write(${text(r)}, ${encoding(r)})`,
    () => `b.write(${any(r)}, ${any(r)})`,
    () => `b.fill(${any(r)}, ${place(r)}, ${place(r)}, ${encoding(r)})`,
    () => `b.fill(${bytes(r)})`,
    () => `b.fill(${text(r)}, ${encoding(r)})`,
    () => `b.${r.pick(['indexOf', 'lastIndexOf', 'includes'])}(${any(r)}, ${place(r)}, ${
      encoding(r)})`,
    () => `b.${r.pick(['indexOf', 'lastIndexOf'])}(${text(r)}, ${number(r)}, ${
      r.pick(['"ucs2"', '"utf16le"', '"hex"', '"latin1"'])})`,
    () => `b.${r.pick(['indexOf', 'lastIndexOf'])}(b.subarray(${number(r)}, ${number(r)}), ${
      number(r)}, "ucs2")`,
    () => `b.copy(${bytes(r)}, ${place(r)}, ${place(r)}, ${place(r)})`,
    () => `b.compare(${bytes(r)}, ${place(r)}, ${place(r)}, ${place(r)}, ${place(r)})`,
    () => `b.equals(${bytes(r)})`,
    () => `b.swap${r.pick([16, 32, 64])}()`,
    () => `b.${r.pick(['subarray', 'slice'])}(${place(r)}, ${place(r)})`,
    () => `b.read${r.pick(numbers)}(${place(r)})`,
    () => `b.write${r.pick(numbers)}(${r.chance(0.8) ? number(r) : '5n'}, ${place(r)})`,
    () => `b.${r.pick(['readUIntLE', 'readIntBE', 'readIntLE'])}(${place(r)}, ${place(r)})`,
    () => `b.${r.pick(['writeUIntLE', 'writeIntBE'])}(${number(r)}, ${place(r)}, ${place(r)})`,
    () => `b.toJSON()`,
    () => `Buffer.from(${any(r)}, ${place(r)}, ${place(r)})`,
    () => `Buffer.from(ab, ${place(r)}, ${place(r)})`,
    () => `Buffer.from(${bytes(r)})`,
    () => `Buffer.concat([b, ${bytes(r)}], ${r.pick([0, 1, 5, 30, '-1', '1.5', '"2"',
      'undefined'])})`,
    () => `Buffer.copyBytesFrom(${bytes(r)}, ${place(r)}, ${place(r)})`,
    () => `Buffer.compare(b, ${bytes(r)})`,
    () => `Buffer.byteLength(${any(r)}, ${encoding(r)})`,
    () => `Buffer.alloc(${r.below(20)}, ${any(r)}, ${encoding(r)})`,
    () => `buffer.isUtf8(${bytes(r)})`,
    () => `buffer.isAscii(${r.pick(['b', 'ab', bytes(r)])})`,
    () => `buffer.transcode(b, ${encoding(r)}, ${encoding(r)})`,
    () => `new TextDecoder().decode(${bytes(r)})`,
    () => `Object(new TextEncoder().encodeInto(${text(r)}, ${bytes(r)}))`,
    () => `structuredClone(${r.pick(['ab', 'b', 'o'])})`,
    () => `structuredClone(b, { transfer: [ab] })`,
    () => `crypto.createHash('sha1').update(${bytes(r)}).digest('hex')`,
    () => `crypto.createHmac('sha1', b).update(${bytes(r)}).digest('hex')`,
    () => `crypto.timingSafeEqual(b, ${bytes(r)})`,
    () => `(crypto.randomFillSync(${bytes(r)}, ${place(r)}, ${place(r)}), clear(ab), clear(other))`,
    () => `zlib.inflateRawSync(zlib.deflateRawSync(${
      bytes(r)}, { dictionary: o }), { dictionary: o })`,
    () => `zlib.inflateSync(zlib.deflateSync(b))`,
    () => `(${bytes(r)}).buffer === ab`,
    () => `require('util').inspect(b)`,
    () => `buffer.btoa(b)`,
  ];
  return r.pick(calls)();
}

function make(r) {
  const first = r.chance(0.3) ? `${number(r)}, ${number(r)}` : r.pick(['0', '1', '3', '0, 5',
    '2, 4']);
  const change = r.chance(0.25) ? r.pick(['shrink(ab);', 'grow(ab);', 'detach(ab);']) : '';
  const made = r.pick([`Buffer.from(ab, ${first})`, 'Buffer.from(ab)', `new FastBuffer(ab)`,
    `new FastBuffer(ab, ${r.pick([0, 1, 3])})`]);
  return `const ab = pattern(${memory(r)}); const other = pattern(${memory(r)});
const b = ${made.includes('-') ? 'Buffer.from(ab)' : made}; const o = new Uint8Array(other);
${change}
let result; try { result = ${call(r)}; } catch (error) { result = error; }
return [result, b, ab, other];`.replace(/\n/g, ' ');
}

const scope = {
  Buffer,
  buffer,
  FastBuffer: Buffer.alloc(1).subarray(0).constructor === Buffer ?
    class extends Uint8Array {
      constructor(...args) {
        super(...args);
        Object.setPrototypeOf(this, Buffer.prototype);
      }
    } : undefined,
  crypto: require('crypto'),
  zlib: require('zlib'),
  require,
  pattern(memory) {
    new Uint8Array(memory).forEach((_, i, all) => { all[i] = 'abc\u00e9\0ab'.charCodeAt(i % 7); });
    return memory;
  },
  clear(memory) { if (memory.byteLength > 0) new Uint8Array(memory).fill(0); },
  shrink(memory) { if (memory.resizable) memory.resize(Math.floor(memory.byteLength / 3)); },
  grow(memory) {
    if (memory.resizable) memory.resize(memory.maxByteLength);
    if (memory.growable) memory.grow(memory.maxByteLength);
  },
  detach(memory) {
    if (memory instanceof ArrayBuffer) structuredClone(memory, { transfer: [memory] });
  },
};

module.exports = { make, scope };

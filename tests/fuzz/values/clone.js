// SPDX-License-Identifier: MIT
// v8.deserialize of damaged bytes, v8.serialize and structuredClone of unusual values.
'use strict';
const v8 = require('v8');

const samples = [
  { a: 1, b: [1, , 'x'], c: { d: -1.5, e: null } },
  new Map([[1, { z: 2 }], ['k', new Set([1, 'a', undefined])]]),
  [1, 2.5, 'text', 'wide \u20ac', true, false, null, undefined, -0, 10n, -(2n ** 70n)],
  [new Date(5), /x(y)/gi, Object(1), Object('s'), Object(true), Object(5n)],
  Buffer.from('some bytes'), new Float64Array([1.5, 2]), new DataView(new ArrayBuffer(5), 1, 3),
  new Uint8Array([1, 2, 3]).buffer, new ArrayBuffer(4, { maxByteLength: 8 }),
  Object.assign([1, 2], { more: 'x' }), [, , 5], { 5: 1, '-1': 2, '4294967295': 3 },
  (() => { const cycle = { list: [] }; cycle.list.push(cycle, cycle.list); return cycle; })(),
  (() => {
    const error = new RangeError('m', { cause: { why: 1 } });
    error.stack = 'S';
    return error;
  })(),
].map((value) => v8.serialize(value).toString('hex'));

// As ports write them, with views that do not belong to the program.
const bytesWithViews = [
  'ff0f6f2201615642000301007b01', 'ff0f420401020304564200040000',
    'ff0f42080102030405060708564404040000',
  'ff0f7e0408010203045642000402', 'ff0f7e0408010203045642000403', 'ff0f6f225f5f70726f746f5f5f',
  'ff0f6f22095f5f70726f746f5f5f6f220178490249017b017b01',
  'ff0f41034902490449062400035e00', 'ff0f61052201784902400105', 'ff0f4101220161490224000141',
  'ff0f722e', 'ff0f72526d22016d73220173632201632e', 'ff0f52220128', 'ff0f522201781f',
    'ff0c6f220161',
  'ff0a410149022400015f', 'ff0d42020102564200020000', 'ff0f5c0103616263', 'ff0f5c0603616263',
  'ff0f5c05080102030405060708', 'ff0f5c0a0461626364',
];

const atoms = ['1', '"x"', 'null', 'undefined', '-0', 'NaN', '5n', 'Symbol("s")', '() => 1',
  'class A {}', 'new (class A { x = 1; get y() { return 2; } })()', 'new Date(NaN)', '/a/dgimsuy',
  'E(new Error("e"))', 'E(new TypeError("t", { cause: 5 }))', 'new Proxy({}, {})',
    'new Proxy([1], {})',
  'Promise.resolve(1)', 'new WeakMap()', 'new WeakRef({})', 'new Map().keys()',
    '[][Symbol.iterator]()',
  '(function* () {})()', 'Object.create(null)', 'Object.create({ inherited: 1 })',
  '{ __proto__: null, x: 1 }', '{ ["__proto__"]: 1 }', '{ get x() { throw new Error("bad"); } }',
  '{ get x() { return 1; } }', 'Object.freeze([1, 2])', 'new Array(3)', '[1, , 2]',
    'Object(Symbol())',
  'Object.setPrototypeOf(new Map([[1, 2]]), null)',
    'Object.setPrototypeOf(new Date(3), Object.prototype)',
  'Object.setPrototypeOf([1, 2], null)', '(function () { return arguments; })(1, 2)',
    'globalThis.Math',
  'new ArrayBuffer(3)', 'new ArrayBuffer(2, { maxByteLength: 5 })', 'new SharedArrayBuffer(2)',
  'new Uint8Array(new ArrayBuffer(6, { maxByteLength: 9 }), 2)', 'Buffer.from("abc")',
  'new Uint16Array(new ArrayBuffer(6, { maxByteLength: 8 }), 2, 1)',
    'new DataView(new ArrayBuffer(4))',
  'gone()', 'new Uint8Array(gone())', 'Object(5n)', 'Object("str")',
  'Object.assign(new Map(), { own: 1 })', 'Object.assign(() => {}, { x: 1 })', 'new Boolean(false)',
  'Object.defineProperty({}, "h", { value: 1 })', 'E(new AggregateError([1], "all"))',
    'new Number(-0)',
  'E(Object.assign(new Error("x"), { code: "C", extra: 1 }))', 'new Int8Array([1, -1])',
  'E(new (class Odd extends Error { name = "Odd"; })("o"))', 'new (class L extends Array {})(2)',
    '"\\ud800"',
  'E(Object.assign(new Error(), { name: "TypeError", message: 5 }))', 'new Float32Array(2)',
  'new BigUint64Array([1n])', '2147483647', '0.1', 'Symbol.iterator'];

const tags = '_0TFINZ"cSoAaDyxnzs;\'BVt^R{$@:,.r\\-~uU';

function mutate(r) {
  const bytes = Buffer.from(r.pick(r.chance(0.7) ? samples : bytesWithViews), 'hex');
  let list = [...bytes];
  const low = r.chance(0.05) ? 0 : 2; // mostly the header stays
  for (let i = r.below(4); i > 0; i--) {
    const at = low + r.below(list.length - low);
    switch (r.below(6)) {
      case 0: list[at] = r.below(256); break;
      case 1: list[at] ^= 1 << r.below(8); break;
      case 2: list.splice(at, 1 + r.below(3)); break;
      case 3: list.splice(at, 0, ...r.some(3, () => r.below(256))); break;
      case 4: list[at] = r.pick([...tags]).charCodeAt(0); break;
      default: list = list.slice(0, at + 1);
    }
    if (list.length <= low) break;
  }
  return Buffer.from(list).toString('hex');
}

function value(r, depth = 0) {
  if (depth > 2 || r.chance(0.5)) return `(${r.pick(atoms)})`.replace(/^\(\{(.*)\}\)$/, '({$1})');
  const inner = () => value(r, depth + 1);
  switch (r.below(5)) {
    case 0: return `[${r.some(3, inner).join()}]`;
    case 1: return `({ a: ${inner()}, ${r.pick(['b', '1', '"__proto__"', '["__proto__"]',
      'length'])}: ${
      inner()} })`;
    case 2: return `new Map([[${inner()}, ${inner()}]])`;
    case 3: return `new Set([${inner()}, ${inner()}])`;
    default: return `((x) => [x, x, { x }])(${inner()})`;
  }
}

// V8 writes a number as it happens to store it: an integer beside a fraction, -0 or NaN may be a
// double. The bytes are compared only if there is none of these.
function bytesOf(text) {
  return /\((-0|NaN|0\.1)\)/.test(text) ? `return v8.deserialize(v8.serialize(${text}));` :
    `return v8.serialize(${text}).toString("hex");`;
}

function make(r) {
  switch (r.below(5)) {
    case 0: return `return structuredClone(${value(r)});`;
    case 1: return bytesOf(value(r));
    case 2: return `return v8.deserialize(v8.serialize(${value(r)}));`;
    default: return `return v8.deserialize(Buffer.from("${mutate(r)}", "hex"));`;
  }
}


const scope = {
  v8,
  Buffer,
  E(error) {
    error.stack = 'S';
    return error;
  },
  gone() {
    const buffer = new ArrayBuffer(4);
    structuredClone(buffer, { transfer: [buffer] });
    return buffer;
  },
};

module.exports = { make, scope };

// SPDX-License-Identifier: MIT
// Maps, sets, iterators, typed arrays, buffers and promises as Node shows them.
'use strict';
const { inspect } = require('util');
const w = (...args) => console.log(...args);
w(new Map([[1,{a:2}],['x',new Set([1,2])]]),new Set(),new Map([[1,2]]).entries(),new Map([[1,
  2]]).keys(),new Set([5]).values(), new Set([5]).entries());
w(new Uint8Array(3),new Float64Array([1.5,-0]),new BigInt64Array(2),new ArrayBuffer(4),
  new SharedArrayBuffer(2),new DataView(new ArrayBuffer(3)));
w(Promise.resolve(5),new Promise(()=>{}),(()=>{const p=Promise.reject('x');p.catch(()=>{});
  return p})(),new Proxy({a:1},{}),inspect(new Proxy({a:1},{get(){}}),{showProxy:true}));
w([new (class Foo extends Map{})([[1,2]]),new (class Foo extends Array{})(3),
  new (class Foo extends Set{}),new (class P extends Promise{})(()=>{})]);

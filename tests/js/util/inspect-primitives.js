// SPDX-License-Identifier: MIT
// Primitives, boxed ones, dates, regular expressions and functions.
'use strict';
const { inspect } = require('util');
const w = (...args) => console.log(...args);
w(1,-0,'a',"it's",'"a\'','`\'"',[1,'a',"it's"],{a:1,'b-c':2,[Symbol('x')]:3,get g(){return 1},
  set g(v){},set s(v){},get h(){return 1}});
w(new WeakMap(),new WeakSet(),new Date(0),new Date(NaN),/a/g,new Number(3),new String('abc'),
  new Boolean(false),Object(Symbol('z')),Object(10n));
w(()=>{},function foo(){},class A{},class B extends Array{},class extends Object{},async()=>{},
  function*g(){},async function*ag(){},Object.assign(function q(){},{a:1}));
w(process.versions && 1, {__proto__:null,['__proto__']:1},{'a\nb':1},'a\u0000b\x7f',['\ud800']);

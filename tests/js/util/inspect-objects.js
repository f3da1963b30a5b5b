// SPDX-License-Identifier: MIT
// Prototypes, tags, cycles, depth and holes.
'use strict';
const { inspect } = require('util');
const w = (...args) => console.log(...args);
w([[[[]]]],{a:{b:{c:{d:1}}}},[undefined,null,NaN,10n,true,Symbol('q')]);
w([1,,3,,,4],[,],Object.assign([1,2,3],{x:1,[-1]:2}));
const o={name:'x'};o.self=o;o.list=[o,{o}];w(o);
w(Object.create(null),Object.assign(Object.create(null),{a:1}),new (class Foo{constructor(){
  this.a=1}}),new (class Bar{}),{[Symbol.toStringTag]:'T'},new (class Z{
  get [Symbol.toStringTag](){return 'zz'}}));
w((function(){return arguments})(1,2),Math,JSON,[1].values(),(function*(){})());
w([[1,2,[3,4,[5,[6]]]],{a:{b:{c:{}}}}]); w({a:[[]],b:[{}]},[[[{}]]],[[[{a:1}]]]);

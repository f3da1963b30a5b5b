// SPDX-License-Identifier: MIT
// All options of util.inspect.
'use strict';
const { inspect } = require('util');
const w = (...args) => console.log(...args);
w(inspect({a:1,b:[1,2,{c:3}]},{compact:false}));w(inspect({a:1,b:[1,2,{c:3}],q:'z'.repeat(90)},{
  compact:true}));
w(inspect({b:1,a:2,c:[3,2,1]},{sorted:true}),inspect({a:123456789.12345,b:123456n,c:-1234567},{
  numericSeparator:true}));
w(inspect({get a(){return {x:1}},get b(){throw new Error('oops')},get c(){return 5},set c(v){}},
  {getters:true}));
w(inspect({a:1n,b:'s',c:null,d:undefined,e:Symbol('s'),f(){},g:new Date(0),h:/x/,
  [Symbol('k')]:1,'q-q':true},{colors:true}));
w(inspect([1,2,3],{showHidden:true}),inspect(new Map([[1,2]]),{showHidden:true}),
  inspect(new Uint8Array(2),{showHidden:true}));
w(inspect('a'.repeat(20000)).length,inspect(Array(200).fill(1),{maxArrayLength:2}),
  inspect('abcdef',{maxStringLength:3}),inspect(new Set([1,2,3]),{maxArrayLength:1}));

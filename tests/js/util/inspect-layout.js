// SPDX-License-Identifier: MIT
// Where lines break, and lists in columns.
'use strict';
const { inspect } = require('util');
const w = (...args) => console.log(...args);
w(Array.from({length:120},(_,i)=>i)); w(Array.from({length:27},(_,i)=>'x'.repeat(i%7)));
w({a:'x'.repeat(100),b:'y\n'.repeat(50)});
w({aaaaaaaaaaaaaaaaaaaaaaa:1,bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb:2,ccccccccccccccccccccccccccc:3,
  ddd:[{a:1,b:{c:{}}}]});
w(Array.from({length:10},(_,i)=>({id:i,name:'n'+i})), Array.from({length:101},()=>''), ['中文',
  '日本語','a','b','c','d','e','f']);

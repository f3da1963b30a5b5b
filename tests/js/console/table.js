// SPDX-License-Identifier: MIT
// console.table.
'use strict';
console.table([{a:1,b:'x'},{a:2,c:true}]);console.table([[1,2],[3,4]]);
  console.table(new Map([['a',1],['b',{c:{d:1}}]]));console.table(new Set([1,'x']));
  console.table([1,'a',null,undefined]);console.table([{a:1},5]);console.table({x:{y:1},z:{
  y:2}});console.table(5);console.table([{a:1,b:2}],['b']);console.table([]);
  console.table(new Map([[1,2]]).entries());console.table(new Set([1]).values());
  console.table([{name:'日本',v:[1,2,3,4,5]},{name:'b',v:{a:1,b:2,c:3}}]);console.table([()=>1,{
  f(){}}]);console.table([5],['a']);console.table(null);console.table([[]]);
  console.table(new Map([[1,2]]).keys());

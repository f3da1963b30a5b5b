// SPDX-License-Identifier: MIT
// A message of the program replaces the first line of a difference.
'use strict';
const assert=require('assert');
const t=(f)=>{try{f();console.log('OK')}catch(e){console.log(e.message); console.log('--',
  e.generatedMessage,e.operator,e.code)}};
t(()=>assert.strictEqual(1,2,'m'));t(()=>assert.strictEqual([1],[2],'m'));
  t(()=>assert.deepEqual([1],[2],'m'));t(()=>assert.notDeepStrictEqual([1],[1],'m'));
  t(()=>assert.deepStrictEqual(1,2,'m'));t(()=>assert.deepStrictEqual('abcdefghij',2,'m'));
  t(()=>assert.deepStrictEqual(['abcdefghij'],[2],'m'));
t(()=>assert.throws(()=>{throw new Error('a')},{message:'b'},'m'));t(()=>{
  throw new assert.AssertionError({actual:[1],expected:[2],operator:'deepStrictEqual',
  message:'m'})});t(()=>{throw new assert.AssertionError({actual:[1],expected:[2],
  operator:'deepStrictEqual',message:'m',diff:'x'})});t(()=>{throw new assert.AssertionError({
  actual:[1],expected:[2],operator:'strictEqual',message:'m'})});
t(()=>assert.deepStrictEqual(Array.from({length:100},(_,i)=>i),Array.from({length:100},(_,
  i)=>i+1),'m'));
t(()=>assert.deepStrictEqual([1,2,3,4,5,6,7,8,9,10,11,12],[1,2,3,4,5,6,7,8,9,10,11,13],'m'));

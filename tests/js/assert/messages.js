// SPDX-License-Identifier: MIT
// What assertions say when they fail.
'use strict';
const assert=require('assert');
const t=(f)=>{try{f();console.log('OK')}catch(e){console.log(e.message); console.log('--',
  e.generatedMessage,e.operator,e.code)}};
t(()=>assert.deepStrictEqual([1,2,3,4,5,6,7,8,9,10,11,12],[1,2,3,4,5,6,7,8,9,10,11,13]));
t(()=>assert.deepStrictEqual({a:1,b:{c:[1,2]}},{a:1,b:{c:[1,3]}}));
t(()=>assert.strictEqual(1,2));t(()=>assert.strictEqual('abcdefgh','abcdxfgh'));
  t(()=>assert.strictEqual('a\nb\nc','a\nb\nd'));
t(()=>assert.strictEqual({a:1},{a:1}));t(()=>assert.strictEqual([1],[2]));
  t(()=>assert.strictEqual(()=>1,()=>2));
t(()=>assert.notStrictEqual(1,1));t(()=>{const a={a:1};assert.notStrictEqual(a,a)});
  t(()=>assert.notDeepStrictEqual({a:1},{a:1}));
t(()=>assert.equal(1,2));t(()=>assert.notEqual(1,1));t(()=>assert.deepEqual({a:1},{a:2}));
  t(()=>assert.notDeepEqual({a:1},{a:1}));
t(()=>assert.ok(0));t(()=>assert(false,'msg'));t(()=>assert());t(()=>assert.fail());
  t(()=>assert.fail('x'));
t(()=>assert.throws(()=>{}));t(()=>assert.throws(()=>{},Error));t(()=>assert.throws(()=>{
  throw new Error('foo')},/bar/));t(()=>assert.throws(()=>{throw new Error('foo')},{
  message:'bar'}));
t(()=>assert.throws(()=>{throw new TypeError('foo')},RangeError));t(()=>assert.throws(()=>{
  throw new TypeError('foo')},()=>false));t(()=>assert.throws(()=>{throw new TypeError('foo')},
  (e)=>1));
t(()=>assert.doesNotThrow(()=>{throw new Error('foo')}));t(()=>assert.doesNotThrow(()=>{
  throw new Error('foo')},'user'));
t(()=>assert.match('abc',/x/));t(()=>assert.doesNotMatch('abc',/a/));t(()=>assert.match(123,
  /x/));t(()=>assert.match('a','b'));
t(()=>assert.ifError(null));t(()=>assert.ifError('x'));t(()=>assert.ifError(new Error('q')));
  t(()=>assert.ifError({message:'m'}));t(()=>assert.ifError({message:'m',name:'N'}));
t(()=>assert.throws('x'));t(()=>assert.throws(()=>{throw 1},'str'));t(()=>assert.throws(()=>{
  throw new Error('str')},'str'));t(()=>assert.throws(()=>{},'str'));t(()=>assert.throws(()=>{},
  Error,'str'));t(()=>assert.throws(()=>{throw 1},1));t(()=>assert.throws(()=>{throw 1},{}));
  t(()=>assert.throws(()=>{throw null},{a:1}));t(()=>assert.throws(()=>{throw new Error('a')},
  new Error('a')));t(()=>assert.throws(()=>{throw new Error('a')},new Error('b')));
  t(()=>assert.throws(()=>{throw new Error('a')},{message:/b/,foo:'x'}));
t(()=>assert.strictEqual(1));t(()=>assert.deepStrictEqual(new Set([1,{a:1}]),new Set([1,{
  a:2}])));t(()=>assert.deepStrictEqual(new Map([[1,2]]),new Map([[1,3]])));
t(()=>assert.deepStrictEqual(new Error('a',{cause:1}),new Error('a',{cause:2})));
  t(()=>assert.deepStrictEqual(new WeakSet,new WeakSet));
  t(()=>assert.deepStrictEqual(Promise.resolve(1),Promise.resolve(2)));
t(()=>assert.deepStrictEqual(-0,0));t(()=>assert.deepEqual(-0,0));
  t(()=>assert.deepStrictEqual([1,[2,[3]]],[1,[2,[4]]],'mine'));t(()=>assert.strictEqual(1,2,
  new TypeError('own')));
t(()=>assert.deepStrictEqual({a:1},{a:1,__proto__:null}));
  t(()=>assert.deepStrictEqual(new Date(0),new Date(1)));t(()=>assert.strictEqual(NaN,0));
  t(()=>assert.strictEqual('a'.repeat(10),'a'.repeat(200)));t(()=>assert.deepStrictEqual([1,2,
  3],[1,2,3,4,5]));t(()=>assert.deepStrictEqual(Array.from({length:100},(_,i)=>i),Array.from({
  length:100},(_,i)=>i+1)));
t(()=>assert.equal('a'.repeat(600),1));t(()=>assert.deepEqual(Array(100).fill(1),[1]));
  t(()=>assert.notStrictEqual('a'.repeat(10),'a'.repeat(10)));
  t(()=>assert.notDeepStrictEqual(Array(100).fill(1),Array(100).fill(1)));
t(()=>assert.deepEqual([1,2],[2,1])); t(()=>assert.strictEqual(undefined,null));
  t(()=>assert.strictEqual(1n,1)); t(()=>assert.strictEqual('', 'x'));
  t(()=>assert.deepStrictEqual(new Error('a'),new Error('b')))
;(async()=>{for (const f of [()=>assert.rejects(Promise.resolve(1)),
  ()=>assert.rejects(async()=>{}),()=>assert.rejects(()=>{}),()=>assert.rejects(1),
  ()=>assert.rejects(Promise.reject(new Error('a')),/b/),
  ()=>assert.doesNotReject(Promise.reject(new Error('a'))),()=>assert.rejects(()=>{
  throw new Error('sync')})]) await f().then(()=>console.log('OK'),(e)=>console.log(e.message,
  e.code,e.operator));})();

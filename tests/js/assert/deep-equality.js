// SPDX-License-Identifier: MIT
// Which pairs are deeply equal, loosely and strictly.
'use strict';
const assert=require('assert');
const E=(m,o)=>new Error(m,o);
const pairs=[[E('a',{cause:1}),E('a',{cause:1})],[E('a',{cause:1}),E('a')],[E('a'),E('a',{
  cause:undefined})],[new AggregateError([1],'x'),new AggregateError([2],'x')],
  [new AggregateError([1],'x'),new AggregateError([1],'x')],[Object.assign(E('a'),{x:1}),
  Object.assign(E('a'),{x:2})],[E('a'),new TypeError('a')],[E('a'),{message:'a'}],
[[1,,2],[1,undefined,2]],[new Set([1,'1']),new Set(['1',1])],[new Set([1]),new Set(['1'])],
  [new Set([{a:1}]),new Set([{a:'1'}])],[new Map([[1,2]]),new Map([['1',2]])],[new Map([[{},
  1]]),new Map([[{},1]])],[new Map([[undefined,1]]),new Map([[null,1]])],[new Set([null]),
  new Set([undefined])],[new Set([NaN]),new Set([NaN])],[new Set(['a']),new Set(['b'])],
  [new Set([1n]),new Set([1])],
[new Uint8Array([1]),new Uint8Array([1])],[new Uint8Array([1]),new Int8Array([1])],
  [new Float32Array([0]),new Float32Array([-0])],[new Float64Array([NaN]),
  new Float64Array([NaN])],[new Uint8Array([1]).buffer,new Uint8Array([1]).buffer],
  [new Uint8Array([1]).buffer,new Uint8Array([2]).buffer],[new ArrayBuffer(1),
  new SharedArrayBuffer(1)],
[new Number(1),new Number(1)],[new Number(1),new Number(2)],[new Number(1),1],[new String('a'),
  Object('a')],[Object(1n),Object(2n)],[Object(Symbol.iterator),Object(Symbol.iterator)],
  [new Boolean(true),new Boolean(false)],
[new Date(0),new Date(0)],[new Date(0),{}],[/a/g,/a/g],[/a/g,/a/i],[Object.assign(/a/g,{
  lastIndex:1}),/a/g],[()=>1,()=>1],[{a:undefined},{}],[{a:1},Object.create({a:1})],[[],{}],
  [[1],{0:1,length:1}],[{[Symbol.for('x')]:1},{[Symbol.for('x')]:2}],[{[Symbol.for('x')]:1},{}],

[null,undefined],[null,{}],['a',new String('a')],[1,'1'],[true,1],[NaN,NaN],[0,-0],['',0],[[],
  ''],[new WeakSet,new WeakSet],[new WeakMap,new WeakMap],[Promise.resolve(1),
  Promise.resolve(2)],[(function(){return arguments})(1),[1]],[(function(){
  return arguments})(1),(function(){return arguments})(1)],[Object.create(null),{}],[class{},
  class{}],[Object.assign([1],{x:1}),[1]],[new (class A{}),new (class B{})],[new Proxy({a:1},{
  }),{a:1}],[new Proxy([1],{}),[1]],[Symbol.iterator,Symbol.iterator],[Symbol(),Symbol()],[10n,
  10],[new Map([[1,{a:1}],[2,{b:2}]]),new Map([[2,{b:2}],[1,{a:1}]])],[new Set([[1],[2],[1]]),
  new Set([[1],[2],[2]])]];
const c1={};c1.x=c1;const c2={};c2.x=c2;const c3={x:{}};c3.x.x=c3;pairs.push([c1,c2],[c1,c3]);
  const s1=new Set;s1.add(s1);const s2=new Set;s2.add(s2);pairs.push([s1,s2]);
pairs.forEach(([a,b],i)=>{const r=[];for(const f of ['deepEqual','deepStrictEqual',
  'notDeepEqual','notDeepStrictEqual'])try{assert[f](a,b);r.push(1)}catch(e){
  r.push(e.code==='ERR_ASSERTION'?0:e.message)};try{assert.deepStrictEqual(b,a);r.push(1)}catch{
  r.push(0)};console.log(i,r.join(''))});

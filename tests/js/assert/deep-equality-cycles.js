// SPDX-License-Identifier: MIT
// Random graphs with cycles compare as in Node.
'use strict';
const util=require('util');let seed=7; const r=(n)=>{seed=(seed*1103515245+12345)&0x7fffffff;
  return (seed>>8)%n};
for(let t=0;t<3000;t++){const mk=()=>{const n=1+r(4);const ns=Array.from({length:n},()=>r(4)?{
  }:r(2)?[]:r(2)?new Set:new Map);for(const x of ns)for(const k of ['a','b'])if(r(4)){
  const v=r(5)?ns[r(n)]:r(2);if(x instanceof Set)x.add(v);else if(x instanceof Map)x.set(k,v);
  else if(Array.isArray(x))x.push(v);else x[k]=v}return ns[0]};
 let out='';const A=mk(),B=mk();console.log(t,util.isDeepStrictEqual(A,B),
  util.isDeepStrictEqual(B,A));}

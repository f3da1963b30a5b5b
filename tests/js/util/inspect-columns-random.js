// SPDX-License-Identifier: MIT
// Columns of random lists, at random depths.
'use strict';
let seed=12345; const r=(n)=>{seed=(seed*1103515245+12345)&0x7fffffff;return seed%n};
for(let i=0;i<400;i++){const n=1+r(120);const m=1+r(25);const kind=r(3);
 const a=Array.from({length:n},
  ()=>kind===0?r(10**(1+r(9))):kind===1?'s'.repeat(r(m)):(r(2)?r(100):'s'.repeat(r(m))));
 if(r(4)===0)a.extra=1; let o=a; for(let d=r(4);d--;)o=r(2)?{k:o}:[o]; console.log(o);}

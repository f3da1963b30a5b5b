// SPDX-License-Identifier: MIT
// An error in a microtask is reported at once; the other microtasks still run.
'use strict';
queueMicrotask(()=>{console.log('m1'); throw new Error('inmicro')});
queueMicrotask(()=>{console.log('m2');});
Promise.resolve().then(()=>console.log('p'));
process.nextTick(()=>console.log('tick'));
setImmediate(()=>console.log('imm'));
setTimeout(()=>console.log('to'),0);
process.on('uncaughtException',(e,o)=>{
  console.log('UE',e.message,o);
  process.nextTick(()=>console.log('tick UE'));
});

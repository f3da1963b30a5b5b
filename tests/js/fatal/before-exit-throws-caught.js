// SPDX-License-Identifier: MIT
// An error in a 'beforeExit' listener that is caught: the loop continues.
'use strict';
let n=0;
process.on('uncaughtException',(e,o)=>console.log('UE',e.message,o));
process.on('beforeExit',(c)=>{
  console.log('be',c,process.exitCode);
  if(n++<1)throw new Error('boom');
});
process.on('exit',(c)=>{console.log('exit',c)});

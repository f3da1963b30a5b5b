// SPDX-License-Identifier: MIT
// An error in 'uncaughtExceptionMonitor' ends the process with 7.
'use strict';
process.on('uncaughtExceptionMonitor',(e,o)=>{
  console.log('mon',e.message,o);
  throw new Error('in mon');
});
process.on('uncaughtException',(e,o)=>{console.log('UE',e.message,o);});
process.on('exit',(c)=>{console.log('exit',c)});
throw new Error('x')

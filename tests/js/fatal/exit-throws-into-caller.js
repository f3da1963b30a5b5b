// SPDX-License-Identifier: MIT
// An error thrown by an 'exit' listener comes out of process.exit(); the end emits 'exit' again.
'use strict';
process.on('exit',(c)=>{console.log('exit',c,process.exitCode); throw new Error('boom')});
try{process.exit(3)}catch(e){console.log('caught',e.message,process.exitCode)}
setTimeout(()=>console.log('timer'),5);
process.nextTick(()=>console.log('tick'));
Promise.resolve().then(()=>console.log('micro'));

// SPDX-License-Identifier: MIT
// An error in an 'exit' listener is an uncaught exception like others.
'use strict';
process.on('uncaughtException', (e, o) => {
  console.log('UE', e.message, o, process._exiting, process.exitCode);
});
process.on('exit',(c)=>{console.log('exit',c,process.exitCode); throw new Error('boom')});

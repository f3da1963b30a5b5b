// SPDX-License-Identifier: MIT
// An error in an 'exit' listener ends the process with 1; later listeners do not run.
'use strict';
process.on('exit',(c)=>{
  console.log('exit',c,process.exitCode,process._exiting);
  throw new Error('boom');
});
process.on('exit',(c)=>{console.log('exit2')});

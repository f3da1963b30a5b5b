// SPDX-License-Identifier: MIT
// An error in the capture callback ends the process with 7.
'use strict';
process.setUncaughtExceptionCaptureCallback((e)=>{
  console.log('cap',e.message);
  throw new Error('in cap');
});
process.on('exit',(c)=>{console.log('exit',c)});
throw new Error('x')

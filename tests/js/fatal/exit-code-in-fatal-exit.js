// SPDX-License-Identifier: MIT
// An 'exit' listener may still change the code after a fatal error.
'use strict';
process.on('exit',(c)=>{console.log('exit',c,process.exitCode); process.exitCode=5});
throw new Error('first');

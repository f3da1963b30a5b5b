// SPDX-License-Identifier: MIT
// process.exit() in an 'exit' listener after a fatal error.
'use strict';
process.on('exit',(c)=>{console.log('exit',c,process.exitCode); process.exit(9)});
process.on('exit',(c)=>{console.log('exit2',c)});
throw new Error('first');

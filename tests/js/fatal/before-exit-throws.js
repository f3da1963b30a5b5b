// SPDX-License-Identifier: MIT
// An error in a 'beforeExit' listener is fatal.
'use strict';
process.on('beforeExit',(c)=>{console.log('be',c,process.exitCode); throw new Error('boom')});
process.on('exit',(c)=>{console.log('exit',c)});

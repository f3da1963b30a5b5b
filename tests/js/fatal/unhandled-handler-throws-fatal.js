// SPDX-License-Identifier: MIT
// An error in 'unhandledRejection' that nothing catches is fatal.
'use strict';
Promise.reject(5);Promise.reject(6);
process.on('unhandledRejection',(r,p)=>{console.log('UR',r); throw new Error('in UR')});
process.on('exit',(c)=>{console.log('exit',c)});

// SPDX-License-Identifier: MIT
// An error in 'unhandledRejection' is an uncaught exception.
'use strict';
Promise.reject(5);
process.on('unhandledRejection',(r,p)=>{console.log('UR',r); throw new Error('in UR')});
process.on('uncaughtException',(e,o)=>{console.log('UE',e.message,o);});

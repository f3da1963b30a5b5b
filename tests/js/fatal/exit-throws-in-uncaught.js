// SPDX-License-Identifier: MIT
// process.exit() within 'uncaughtException', and 'exit' throws: code 7.
'use strict';
process.on('uncaughtException',(e,o)=>{console.log('UE',e.message,o); process.exit(4)});
process.on('exit',(c)=>{console.log('exit',c); throw new Error('inexit')});
setTimeout(()=>{throw new Error('x')},1)

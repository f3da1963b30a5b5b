// SPDX-License-Identifier: MIT
// A fatal error is code 1, whatever exitCode was.
'use strict';
process.exitCode=42;
process.on('exit',(c)=>{console.log('exit',c)});
throw new Error('x')

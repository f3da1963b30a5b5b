// SPDX-License-Identifier: MIT
// Microtasks of an 'exit' listener run, and a rejection there is fatal.
'use strict';
process.on('exit',()=>{
  Promise.reject(1).catch(()=>console.log('c'));
  Promise.reject(2);
  console.log('exit');
});

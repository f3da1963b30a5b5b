// SPDX-License-Identifier: MIT
// assert.ok without message shows the call.
'use strict';
const assert=require('assert');
try{assert.ok(
    0 && 1,
      // x
  )}catch(e){console.log(e.message)}
try{   assert(typeof 123 === 'string' ||
          [1,2].length === 5
  , undefined)}catch(e){console.log(e.message)}
try{assert.equal(assert.ok(false),1)}catch(e){console.log(e.message)}
try{assert['ok'](null)}catch(e){console.log(e.message)}
try{[0].forEach((x)=>assert(x))}catch(e){console.log(e.message)}
try{[0].forEach(assert)}catch(e){console.log(e.message)}
try{assert.ok.call(null,0)}catch(e){console.log(e.message)}
try{(function(a,b){a(b)})(assert,0)}catch(e){console.log(e.message)}
try{eval('assert(0)')}catch(e){console.log(e.message)}

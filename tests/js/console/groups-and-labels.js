// SPDX-License-Identifier: MIT
// Groups, assertions, counts and unusual arguments.
'use strict';
process.removeAllListeners('warning');
console.group('G');console.log('in\nside');console.group();console.info('e');console.groupEnd();
  console.dir({a:{b:{c:{d:{}}}}},{depth:0});console.groupEnd();console.groupEnd();
  console.log('out');
console.count();console.count('x');console.count();console.countReset();console.count();
  console.countReset('nope');console.count(undefined);console.count(null);
console.dirxml({a:1},[2]);console.debug('d','%s');console.info('%s!','i');console.log();
  console.log('');console.log(null,undefined);

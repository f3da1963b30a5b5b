// SPDX-License-Identifier: MIT
// vm.SourceTextModule, vm.SyntheticModule and import() in what vm runs; without the option they do
// not exist.
'use strict';
const { execFileSync } = require('child_process');
const vm = require('vm');

console.log(vm.SourceTextModule, vm.SyntheticModule, vm.Module);
process.stdout.write(execFileSync(process.execPath, [
  '--experimental-vm-modules', '--no-warnings', `${__dirname}/fixtures/modules.js`]));

// SPDX-License-Identifier: MIT
const vm = require('vm');
vm.runInNewContext('function f() { return null.x; }\nf();', {}, { filename: 'sandbox.js' });

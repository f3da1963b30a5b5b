// SPDX-License-Identifier: MIT
const vm = require('vm');
try {
  vm.runInContext('throw new Error("inside")', vm.createContext({}), 'sandbox.js');
} catch (error) {
  console.log(error.stack.split('\n').slice(0, 5).join('\n'));
}

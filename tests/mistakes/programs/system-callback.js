// SPDX-License-Identifier: MIT
require('fs').readFile('no-such-file.txt', (error) => {
  console.log(error.stack, error.code, error.errno, error.syscall, error.path);
  throw error;
});

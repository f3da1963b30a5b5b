// SPDX-License-Identifier: MIT
require('net').connect(1, '127.0.0.1').on('error', (error) => {
  console.log(error.message, error.code, error.errno, error.syscall, error.address, error.port);
});

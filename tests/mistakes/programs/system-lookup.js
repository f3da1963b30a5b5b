// SPDX-License-Identifier: MIT
require('dns').lookup('no-such-name.invalid', (error) => {
  console.log(error.code, error.syscall, error.hostname, error.message);
});

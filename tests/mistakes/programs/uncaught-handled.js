// SPDX-License-Identifier: MIT
process.on('uncaughtException', (error, origin) => {
  console.log(origin, error.message);
});
setTimeout(() => console.log('goes on'), 5);
throw new Error('taken');

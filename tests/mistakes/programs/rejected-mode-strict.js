// SPDX-License-Identifier: MIT
// run: --unhandled-rejections=strict {}
process.on('uncaughtException', (error, origin) => console.log(origin, error.message));
Promise.reject(new Error('strict'));

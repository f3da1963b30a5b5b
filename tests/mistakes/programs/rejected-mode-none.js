// SPDX-License-Identifier: MIT
// run: --unhandled-rejections=none {}
Promise.reject(new Error('silent'));
setTimeout(() => console.log('goes on'), 5);

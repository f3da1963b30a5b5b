// SPDX-License-Identifier: MIT
// run: --unhandled-rejections=warn {}
Promise.reject(new Error('warned of'));
setTimeout(() => console.log('goes on'), 5);

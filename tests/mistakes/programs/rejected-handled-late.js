// SPDX-License-Identifier: MIT
process.on('unhandledRejection', (reason) => console.log('unhandled', reason.message));
process.on('rejectionHandled', () => console.log('handled'));
const promise = Promise.reject(new Error('late'));
setTimeout(() => promise.catch(() => console.log('caught')), 5);

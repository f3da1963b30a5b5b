// SPDX-License-Identifier: MIT
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
await wait(1);
throw new Error('at the top of a module');

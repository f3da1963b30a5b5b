// SPDX-License-Identifier: MIT
const parent = { name: 'p' };
parent.child = { parent };
console.log(JSON.stringify(parent));

// SPDX-License-Identifier: MIT
const user = {};
console.log(user.address.street);

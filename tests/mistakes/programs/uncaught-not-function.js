// SPDX-License-Identifier: MIT
const list = { items: [] };
list.items.forEvery((item) => item);

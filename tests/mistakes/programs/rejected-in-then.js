// SPDX-License-Identifier: MIT
Promise.resolve(1).then((n) => n.length.x);

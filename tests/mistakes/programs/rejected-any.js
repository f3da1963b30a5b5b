// SPDX-License-Identifier: MIT
Promise.any([Promise.reject(new Error('first')), Promise.reject(new Error('second'))]);

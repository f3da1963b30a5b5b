// SPDX-License-Identifier: MIT
Promise.all([Promise.resolve(1), Promise.reject(new Error('one of them'))]);

// SPDX-License-Identifier: MIT
Promise.reject('a reason');

// SPDX-License-Identifier: MIT
const error = new Error('with more');
error.code = 'E_MORE';
error.detail = { a: 1 };
throw error;

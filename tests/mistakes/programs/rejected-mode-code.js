// SPDX-License-Identifier: MIT
// run: --unhandled-rejections=warn-with-error-code {}
Promise.reject(new Error('a code'));

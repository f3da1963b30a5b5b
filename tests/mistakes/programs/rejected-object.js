// SPDX-License-Identifier: MIT
Promise.reject({ status: 404 });

// SPDX-License-Identifier: MIT
Promise.reject();

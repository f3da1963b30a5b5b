// SPDX-License-Identifier: MIT
exports.value = 1;

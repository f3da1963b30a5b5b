// SPDX-License-Identifier: MIT
module.exports = 1;

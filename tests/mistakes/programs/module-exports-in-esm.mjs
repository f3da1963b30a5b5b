// SPDX-License-Identifier: MIT
module.exports = {};

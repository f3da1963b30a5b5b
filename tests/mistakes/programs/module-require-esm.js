// SPDX-License-Identifier: MIT
require('./exports.mjs');

// SPDX-License-Identifier: MIT
require('assert').throws(() => {});

// SPDX-License-Identifier: MIT
// run: --throw-deprecation {}
const util = require('util');
util.deprecate(() => {}, 'old() is deprecated', 'DEP9999')();

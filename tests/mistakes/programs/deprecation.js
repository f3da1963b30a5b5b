// SPDX-License-Identifier: MIT
const util = require('util');
util.deprecate(() => {}, 'old() is deprecated', 'DEP9999')();

// SPDX-License-Identifier: MIT
require('./needs-missing.js');

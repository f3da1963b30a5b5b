// SPDX-License-Identifier: MIT
require('fs').closeSync(9999);

// SPDX-License-Identifier: MIT
require('fs').statSync(undefined);

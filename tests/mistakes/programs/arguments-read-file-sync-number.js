// SPDX-License-Identifier: MIT
require('fs').readFileSync({});

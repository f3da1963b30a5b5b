// SPDX-License-Identifier: MIT
require('fs').rmdirSync('folder');

// SPDX-License-Identifier: MIT
require('fs').mkdirSync('folder');

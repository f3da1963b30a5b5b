// SPDX-License-Identifier: MIT
require('fs').readFile('x');

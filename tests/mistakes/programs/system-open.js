// SPDX-License-Identifier: MIT
require('fs').readFileSync('no-such-file.txt');

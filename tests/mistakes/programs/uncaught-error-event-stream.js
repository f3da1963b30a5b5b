// SPDX-License-Identifier: MIT
require('fs').createReadStream('no-such-file.txt');

// SPDX-License-Identifier: MIT
require('zlib').inflateSync('not zipped');

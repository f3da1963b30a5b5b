// SPDX-License-Identifier: MIT
require('util').promisify(5);

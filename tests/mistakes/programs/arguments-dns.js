// SPDX-License-Identifier: MIT
require('dns').lookup('a', 5);

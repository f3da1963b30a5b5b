// SPDX-License-Identifier: MIT
require('./broken.js');

// SPDX-License-Identifier: MIT
require('./throws.js');

// SPDX-License-Identifier: MIT
require('assert')(false, 'this has to hold');

// SPDX-License-Identifier: MIT
require('');

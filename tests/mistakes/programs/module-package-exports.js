// SPDX-License-Identifier: MIT
require('closed/inside.js');

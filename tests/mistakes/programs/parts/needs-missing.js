// SPDX-License-Identifier: MIT
require('./gone');

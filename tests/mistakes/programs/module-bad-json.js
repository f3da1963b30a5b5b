// SPDX-License-Identifier: MIT
require('./bad.json');

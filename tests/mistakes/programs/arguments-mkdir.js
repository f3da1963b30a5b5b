// SPDX-License-Identifier: MIT
require('fs').mkdir();

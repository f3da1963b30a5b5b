// SPDX-License-Identifier: MIT
require('path').resolve(5);

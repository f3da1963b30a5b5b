// SPDX-License-Identifier: MIT
require('path').join('a', undefined);

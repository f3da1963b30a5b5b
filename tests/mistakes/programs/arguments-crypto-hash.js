// SPDX-License-Identifier: MIT
require('crypto').createHash('nothing');

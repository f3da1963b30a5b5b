// SPDX-License-Identifier: MIT
require('crypto').createHash('sha1').update(5);

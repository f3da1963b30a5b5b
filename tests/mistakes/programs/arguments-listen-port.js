// SPDX-License-Identifier: MIT
require('http').createServer().listen(99999);

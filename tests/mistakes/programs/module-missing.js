// SPDX-License-Identifier: MIT
require('./no-such-module');

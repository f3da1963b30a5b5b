// SPDX-License-Identifier: MIT
require('stream').pipeline();

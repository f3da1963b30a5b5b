// SPDX-License-Identifier: MIT
require(5);

// SPDX-License-Identifier: MIT
require('readline').createInterface();

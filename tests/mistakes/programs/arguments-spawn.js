// SPDX-License-Identifier: MIT
require('child_process').spawn(5);

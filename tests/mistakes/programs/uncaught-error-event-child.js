// SPDX-License-Identifier: MIT
require('child_process').spawn('no-such-command-at-all', ['a']);

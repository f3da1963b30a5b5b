// SPDX-License-Identifier: MIT
require('fs').renameSync('no-such-a', 'no-such-b');

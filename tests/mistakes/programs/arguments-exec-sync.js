// SPDX-License-Identifier: MIT
require('child_process').execSync('exit 4', { stdio: 'ignore' });

// SPDX-License-Identifier: MIT
require('vm').runInThisContext('let y = ]', { filename: 'inside.js' });

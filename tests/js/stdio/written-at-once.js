// SPDX-License-Identifier: MIT
// Data written to standard output is there even if the process ends at once.
'use strict';
const assert = require('assert');
assert.strictEqual(process.stdout.fd, 1);
assert.strictEqual(process.stdout._isStdio, true);
assert.throws(() => { process.stdout.write(null); }, { code: 'ERR_STREAM_NULL_VALUES' });
process.stdout.write('x'.repeat(30000) + '\n');
process.stdout.destroy();
process.stdout.write('after\n');
process.exit(3);

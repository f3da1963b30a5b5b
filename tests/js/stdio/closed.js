// SPDX-License-Identifier: MIT
// A program whose standard streams are closed gets empty ones: no file that it opens becomes its
// standard output.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const file = path.join(process.env.TMPDIR ?? '/tmp', `closed-${process.pid}`);
const program = `
const fs = require('fs');
const fd = fs.openSync(process.argv[1], 'w');
console.log('out');
console.error('err');
const length = fs.readFileSync(0).length;
fs.writeSync(fd, String([fd > 2, length]));
`;
for (const closed of ['<&-', '>&-', '2>&-', '<&- >&-', '>&- 2>&-', '<&- >&- 2>&-']) {
  const { status } = spawnSync('/bin/sh',
    ['-c', `"$0" -e "$1" "$2" ${closed}`, process.execPath, program, file], { input: '' });
  assert.strictEqual(status, 0, closed);
  assert.strictEqual(fs.readFileSync(file, 'utf8'), 'true,0', closed);
}
fs.unlinkSync(file);

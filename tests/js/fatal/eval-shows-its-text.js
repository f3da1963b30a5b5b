// SPDX-License-Identifier: MIT
// Proves that a report about a text of -e shows that text, with the caret in its place, also if the
// text uses the name crypto, which gyre then provides.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');

for (const text of ['crypto; null.x', 'null.x; crypto']) {
  const { stderr, status } = spawnSync(process.execPath, ['-e', text], { encoding: 'utf8' });
  const [place, line, caret] = stderr.split('\n');
  assert.strictEqual(place, '[eval]:1');
  assert.strictEqual(line, text);
  assert.strictEqual(caret, `${' '.repeat(text.indexOf('.x') + 1)}^`);
  assert.strictEqual(status, 1);
}

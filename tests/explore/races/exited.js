// SPDX-License-Identifier: MIT
// The exit of a child against its output: its end is known before all it has printed.
'use strict';
const { spawn } = require('child_process');
const { bug } = require('./scene');

const child = spawn('/bin/echo', ['a', 'b', 'c'], { stdio: ['ignore', 'pipe', 'inherit'] });
let text = '';
child.stdout.on('data', (data) => { text += data; });
child.on('exit', () => {
  if (text !== 'a b c\n') bug(`it printed ${JSON.stringify(text)}`);
});

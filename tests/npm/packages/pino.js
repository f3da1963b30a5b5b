// SPDX-License-Identifier: MIT
// pino: lines of JSON, children, serializers, redaction, files written synchronously and later.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { Writable } = require('stream');
const pino = require('pino');
const { directory } = require('./help');

const lines = [];
const stream = new Writable({
  write(chunk, encoding, callback) {
    lines.push(JSON.parse(chunk));
    callback();
  },
});
const log = pino({ base: null, timestamp: false, redact: ['secret'] }, stream);
log.info({ a: 1, secret: 'x' }, 'hello %s', 'you');
log.debug('not at this level');
log.child({ part: 'child' }).error(new TypeError('bad'));
assert.deepStrictEqual(lines[0], { level: 30, a: 1, secret: '[Redacted]', msg: 'hello you' });
assert.deepStrictEqual([lines.length, lines[1].part, lines[1].err.type], [2, 'child', 'TypeError']);

const file = path.join(directory(), 'log');
const later = pino({ base: null }, pino.destination({ dest: file, sync: false, minLength: 4096 }));
for (let i = 0; i < 200; i++) later.warn({ i }, 'line');
later.flush(() => {
  const written = fs.readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  assert.deepStrictEqual([written.length, written[199].i], [200, 199]);
});

// SPDX-License-Identifier: MIT
// Proves that an aborted pipeline fails with an error whose cause is the reason of the signal.
'use strict';
const assert = require('assert');
const { PassThrough } = require('stream');
const { pipeline } = require('stream/promises');

const control = new AbortController();
const why = new Error('why');
assert.rejects(pipeline(new PassThrough(), new PassThrough(), { signal: control.signal }),
  { name: 'AbortError', code: 'ABORT_ERR', cause: why });
control.abort(why);

// SPDX-License-Identifier: MIT
// The old constructor warns the program once, but not for calls that packages or the library make,
// and without calling the program's Error.prepareStackTrace.
'use strict';
const assert = require('assert');
const vm = require('vm');

const warnings = [];
process.on('warning', (warning) => warnings.push(warning.code));

for (const filename of ['/a/node_modules/x.js', 'c:\\a\\node_modules\\x.js']) {
  vm.runInNewContext('new Buffer(1)', { Buffer }, { filename });
}
const reader = new ReadableStream({
  type: 'bytes',
  pull(controller) {
    controller.byobRequest.view[0] = 7;
    controller.byobRequest.respond(1);
  },
}).getReader({ mode: 'byob' });

reader.read(Buffer.alloc(4)).then(({ value }) => {
  assert.strictEqual(value[0], 7);
  assert.deepStrictEqual(warnings, []);
  Error.prepareStackTrace = () => { throw new Error('asked'); };
  vm.runInNewContext('new Buffer(1)', { Buffer }, { filename: '/a/x.js' });
  Buffer(1);
  delete Error.prepareStackTrace;
  setImmediate(() => assert.deepStrictEqual(warnings, ['DEP0005']));
});

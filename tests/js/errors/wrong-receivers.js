// SPDX-License-Identifier: MIT
// What methods report for a wrong `this` or wrong arguments, in Node's order: arguments are checked
// before or after the object's internals.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { PassThrough } = require('stream');

const plain = (error) => error instanceof TypeError && error.code === undefined;
const { Dir } = fs;
assert.throws(() => Dir.prototype.read(0), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => Dir.prototype.readSync(), { code: 'ERR_DIR_CONCURRENT_OPERATION' });
assert.throws(() => Dir.prototype.closeSync(), { code: 'ERR_DIR_CONCURRENT_OPERATION' });
const { Script } = require('vm');
assert.throws(() => Script.prototype.runInThisContext(true), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => Script.prototype.runInThisContext(), { message: 'Illegal invocation' });
const { Sign, Verify } = require('crypto');
assert.throws(() => Sign.prototype.update('x'),
  { name: 'TypeError', message: "Cannot read properties of undefined (reading 'update')" });
assert.throws(() => Sign.prototype.sign('x'),
  { name: 'TypeError', message: "Cannot read properties of undefined (reading 'sign')" });
assert.throws(() => Verify.prototype.verify('x', 'y'),
  { name: 'TypeError', message: "Cannot read properties of undefined (reading 'verify')" });
const { Resolver } = require('dns');
assert.throws(() => Resolver.prototype.setLocalAddress('0'), plain);
assert.throws(() => Resolver.prototype.resolveTxt('0', () => {}, true),
  { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => require('readline').Interface.prototype.close(), {
  name: 'TypeError', message: "Cannot read properties of undefined (reading 'pause')",
});
assert.throws(() => require('util').MIMEParams.prototype.set('', ''), plain);
assert.strictEqual(typeof require('async_hooks').AsyncResource.prototype.emitDestroy(), 'object');
const tty = require('tty');
assert.throws(() => tty.WriteStream.prototype.setTimeout('1'), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => tty.ReadStream.prototype.connect(), { code: 'ERR_MISSING_ARGS' });
assert.strictEqual(require('querystring').unescapeBuffer((one) => one).length, 1);

// Unknown options are not read.
require('http').createServer({ get strange() { throw new Error('read'); } });
// A number is a file for fs, but not for its promises.
assert.rejects(fs.promises.readFile(0), { code: 'ERR_INVALID_ARG_TYPE' });
assert.rejects(fs.promises.opendir('.', null, 'x'), { code: 'ERR_INVALID_ARG_TYPE' });
// A response by itself does not listen to the errors of its stream; a request does.
const { Http2ServerResponse } = require('http2');
const stream = new PassThrough();
assert.ok(new Http2ServerResponse(stream));
assert.strictEqual(stream.listenerCount('error'), 0);

// SPDX-License-Identifier: MIT
// Places in vm's modules refer to their own text, which may begin anywhere in a file.
'use strict';
const assert = require('assert');
const { execFileSync } = require('child_process');

if (process.argv[2] !== 'child') {
  execFileSync(process.execPath,
    ['--experimental-vm-modules', '--no-warnings', __filename, 'child'], { stdio: 'inherit' });
} else {
  const vm = require('vm');
  const place = async (text, options) => {
    const module = new vm.SourceTextModule(text, { identifier: 'a.mjs', ...options });
    await module.link(() => {});
    const error = await module.evaluate().catch((reason) => reason);
    return /\((a\.mjs:\d+:\d+)\)|at (a\.mjs:\d+:\d+)/.exec(error.stack).slice(1).join('');
  };
  (async () => {
    assert.strictEqual(await place('throw new Error("x")'), 'a.mjs:1:7');
    assert.strictEqual(await place('\n  throw new Error("x")'), 'a.mjs:2:9');
    assert.strictEqual(await place('throw new Error("x")', { lineOffset: 9 }), 'a.mjs:10:7');
    assert.strictEqual(
      await place('await 1; throw new Error("x")', { lineOffset: 9 }), 'a.mjs:10:16');
    assert.strictEqual(await place('throw new Error("x")', { columnOffset: 20 }), 'a.mjs:1:27');
    assert.strictEqual(
      await place('\nthrow new Error("x")', { lineOffset: 1, columnOffset: 20 }), 'a.mjs:3:7');
    assert.throws(() => new vm.SourceTextModule('\na b', { identifier: 'a.mjs', lineOffset: 5 }),
      ({ stack }) => /^(?:a\.mjs:7\na b\n {2}\^\n\n)?SyntaxError: Unexpected ident/.test(stack));
  })();
}

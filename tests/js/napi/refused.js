// SPDX-License-Identifier: MIT
// Proves what process.dlopen refuses, with Node's codes: no file, no library, a library that is not
// an addon, wrong arguments, --no-addons; and that an addon made for V8 is refused with a message.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'napi-'));
const file = (name) => path.join(directory, name);
const refused = (name, message, code = 'ERR_DLOPEN_FAILED') => {
  assert.throws(() => require(file(name)), { code, message }, name);
};

try {
  fs.writeFileSync(file('text.node'), 'no library');
  refused('text.node', /file too short|invalid ELF header/);
  assert.throws(() => process.dlopen({ exports: {} }, file('none.node')),
    { code: 'ERR_DLOPEN_FAILED', message: /No such file or directory/ });
  assert.throws(() => process.dlopen({}), { code: 'ERR_MISSING_ARGS' });
  assert.throws(() => process.dlopen({}, 'x'),
    { name: 'TypeError', message: 'Cannot convert undefined or null to object' });
  assert.throws(() => process.dlopen({ exports: {} }, 'x', 'y'), { message: /invalid mode/ });

  const { status } = spawnSync(process.execPath, ['--no-addons', '-e', `
    require('assert').throws(() => require(${JSON.stringify(file('text.node'))}),
      { code: 'ERR_DLOPEN_DISABLED' });`], { stdio: 'inherit' });
  assert.strictEqual(status, 0);

  const compile = (name, source) => {
    fs.writeFileSync(file(`${name}.c`), source);
    const done = spawnSync('cc', ['-shared', '-fPIC', file(`${name}.c`), '-o',
      file(`${name}.node`)], { stdio: 'inherit' });
    return done.status === 0;
  };
  if (compile('empty', 'int nothing;')) {
    refused('empty.node', /did not self-register/);
  }
  if (process.versions.javascriptcore !== undefined &&
      compile('v8', 'void _ZN2v811HandleScopeC1EPNS_7IsolateE(void);' +
        'void napi_register_module_v1(void) { _ZN2v811HandleScopeC1EPNS_7IsolateE(); }')) {
    refused('v8.node', /undefined symbol: _ZN2v8.*\nThis addon is made for V8/);
  }
} finally {
  fs.rmSync(directory, { recursive: true });
}

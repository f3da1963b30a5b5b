// SPDX-License-Identifier: MIT
// module.registerHooks: hooks for require and import, in this thread (of later Nodes; 20 has none).
'use strict';
const assert = require('assert');
const { registerHooks } = require('module');

if (registerHooks === undefined) process.exit(77);

const asked = [];
const first = registerHooks({
  resolve(specifier, context, next) {
    asked.push(['first', specifier, typeof context.parentURL]);
    if (specifier === 'made') return { url: 'made:x', format: 'commonjs', shortCircuit: true };
    return next(specifier, context);
  },
  load(url, context, next) {
    if (url === 'made:x') {
      return { format: 'commonjs', source: 'module.exports = { made: 1 };', shortCircuit: true };
    }
    const found = next(url, context);
    if (!url.endsWith('hooked.mjs')) return found;
    return { ...found, source: `${found.source}`.replace('plain', 'changed') };
  },
});
const second = registerHooks({
  resolve: (specifier, context, next) => {
    asked.push(['second', specifier]);
    return next(specifier.replace(/^@@/, './'), context);
  },
});

assert.deepStrictEqual(require('made'), { made: 1 });
assert.deepStrictEqual(require('@@fixtures/attributes_far.json'), { a: 1 });
assert.strictEqual(require('@@fixtures/hooked.mjs').default, 'changed');
assert.deepStrictEqual(asked.slice(0, 2), [['second', 'made'], ['first', 'made', 'string']]);
assert.strictEqual(require('os'), process.getBuiltinModule?.('os') ?? require('node:os'));

(async () => {
  assert.deepStrictEqual((await import('made')).default, { made: 1 });
  assert.strictEqual((await import('@@fixtures/hooked.mjs')).default, 'changed');
  second.deregister();
  assert.throws(() => require('@@fixtures/attributes_far.json'), { code: 'MODULE_NOT_FOUND' });
  first.deregister();
  assert.throws(() => require('made'), { code: 'MODULE_NOT_FOUND' });
  const bad = registerHooks({ resolve: () => ({ url: 'x:y' }) });
  assert.throws(() => require('q'), { code: 'ERR_LOADER_CHAIN_INCOMPLETE' });
  bad.deregister();
  assert.throws(() => registerHooks({ load: 1 }), { code: 'ERR_INVALID_ARG_TYPE' });
})();

// SPDX-License-Identifier: MIT
// module.register: hooks on a thread of their own, their data, chains, errors; and --import with it.
import assert from 'node:assert';
import { execFileSync } from 'node:child_process';
import { register } from 'node:module';
import { MessageChannel } from 'node:worker_threads';

const { port1, port2 } = new MessageChannel();
const begun = new Promise((done) => { port1.once('message', done); });
register('./fixtures/hooks.mjs', import.meta.url, {
  data: { port: port2, word: 'a' }, transferList: [port2],
});
assert.strictEqual(await begun, 'begun a');
port1.close();

assert.deepStrictEqual((await import('made:one')).default, ['a', 'made:one', 'module']);
assert.strictEqual((await import('@@fixtures/hooked.mjs')).default, 'changed');
assert.strictEqual((await import('made:common')).a, 'made:common');
assert.strictEqual(import.meta.resolve('made:two'), 'made:two');
await assert.rejects(import('made:wrong'), { code: 'ERR_UNKNOWN_MODULE_FORMAT' });
await assert.rejects(import('incomplete'), {
  code: 'ERR_LOADER_CHAIN_INCOMPLETE', message: /^"\.\/fixtures\/hooks\.mjs 'resolve'" did not call/,
});
await assert.rejects(import('nothing'), { code: 'ERR_INVALID_RETURN_VALUE' });
await assert.rejects(import('throws'), RangeError);
await assert.rejects(import('./nosuch.mjs'), { code: 'ERR_MODULE_NOT_FOUND' });

// The second one is called first.
register(`data:text/javascript,${encodeURIComponent(`
  export const resolve = (specifier, context, next) => (
    next(specifier === 'first' ? 'made:first' : specifier, context));`)}`);
assert.deepStrictEqual((await import('first')).default, ['a', 'made:first', 'module']);

const place = new URL('fixtures/', import.meta.url);
const hook = `export const load = async (url, context, next) => (url.endsWith('.odd') ?
  { format: 'module', source: 'console.log("odd", import.meta.url.slice(-9))', shortCircuit: true } :
  next(url, context));`;
const text = `data:text/javascript,${encodeURIComponent(hook)}`;
const run = (...words) => execFileSync(process.execPath, ['--no-warnings', ...words],
  { cwd: place, encoding: 'utf8' });
assert.strictEqual(run('--loader', text, 'hooks.odd'), 'odd hooks.odd\n');
const first = `import { register } from 'node:module'; register(${JSON.stringify(text)});`;
assert.strictEqual(run('--import', `data:text/javascript,${encodeURIComponent(first)}`,
  'hooks.odd'), 'odd hooks.odd\n');

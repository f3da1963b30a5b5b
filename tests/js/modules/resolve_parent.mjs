// SPDX-License-Identifier: MIT
// import.meta.resolve uses its second argument only with an option.
import assert from 'node:assert';
import { execFileSync } from 'node:child_process';

const parent = 'file:///some/where/else.mjs';
assert.strictEqual(import.meta.resolve('./a.mjs', parent), new URL('a.mjs', import.meta.url).href);
const text = `console.log(import.meta.resolve('./a.mjs', '${parent}'),
  import.meta.resolve('./a.mjs', new URL('${parent}')));
try { import.meta.resolve('./a.mjs', 1); } catch (error) { console.log(error.code); }`;
const out = execFileSync(process.execPath, [
  '--experimental-import-meta-resolve', '--input-type=module', '-e', text], { encoding: 'utf8' });
const url = 'file:///some/where/a.mjs';
assert.strictEqual(out, `${url} ${url}\nERR_INVALID_ARG_TYPE\n`);

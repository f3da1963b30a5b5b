// SPDX-License-Identifier: MIT
// The text of a function is that of the file, whatever it imports.
import assert from 'assert';
import { count } from './fixtures/esm/live.mjs';

function show() { return [count, import.meta.url]; }
const load = () => import('./fixtures/esm/live.mjs');
assert.strictEqual(`${show}`, 'function show() { return [count, import.meta.url]; }');
assert.strictEqual(`${load}`, "() => import('./fixtures/esm/live.mjs')");

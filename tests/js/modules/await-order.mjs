// SPDX-License-Identifier: MIT
// Modules that await delay those that import them, and no others.
import assert from 'assert';
import { notes, note } from './fixtures/esm/notes.mjs';
import './fixtures/esm/wait-d.mjs';
import './fixtures/esm/wait-a.mjs';
import './fixtures/esm/wait-b.mjs';

note('main');
assert.deepStrictEqual(notes, ['b', 'c starts', 'a starts', 'c ends', 'a goes on', 'a ends', 'd',
  'main']);
await import('./fixtures/esm/wait-d.mjs');
await import('./fixtures/esm/wait-c.mjs');

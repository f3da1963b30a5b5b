// SPDX-License-Identifier: MIT
// The error about a wrong module is right even while modules that it imports lack some values.
import assert from 'node:assert';

await assert.rejects(import('./fixtures/cycle-meanwhile.mjs'), {
  name: 'SyntaxError', message: "Detected cycle while resolving name 'a' in './cycle-meanwhile.mjs'",
});
export class Later {}

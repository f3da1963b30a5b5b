// SPDX-License-Identifier: MIT
// A wrong module is explained while modules that it imports from have not got all of their values.
import assert from 'node:assert';

await assert.rejects(import('./fixtures/cycle-meanwhile.mjs'), {
  name: 'SyntaxError', message: "Detected cycle while resolving name 'a' in './cycle-meanwhile.mjs'",
});
export class Later {}

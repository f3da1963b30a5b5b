// SPDX-License-Identifier: MIT
// onnxruntime-node: loads, and refuses an invalid model.
'use strict';
const assert = require('assert');

(async () => {
  const { InferenceSession, Tensor } = require('onnxruntime-node');
  const tensor = new Tensor('float32', Float32Array.from([1, 2, 3]), [3]);
  assert.strictEqual(tensor.size, 3);
  await assert.rejects(InferenceSession.create(Buffer.from('no model')));
})();

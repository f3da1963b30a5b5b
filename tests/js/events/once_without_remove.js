// SPDX-License-Identifier: MIT
// events.once accepts whatever has `once`, also without removeListener.
'use strict';
const assert = require('assert');
const { EventEmitter, once } = require('events');

const emitter = new EventEmitter();
const wrapper = { once: (...args) => emitter.once(...args), on: (...args) => emitter.on(...args) };
(async () => {
  setImmediate(() => emitter.emit('a', 1));
  assert.deepStrictEqual(await once(wrapper, 'a'), [1]);
})();

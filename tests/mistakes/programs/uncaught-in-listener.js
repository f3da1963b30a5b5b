// SPDX-License-Identifier: MIT
const { EventEmitter } = require('events');
const emitter = new EventEmitter();
emitter.on('data', (chunk) => { chunk.missing.thing; });
emitter.emit('data', {});

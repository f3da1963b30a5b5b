// SPDX-License-Identifier: MIT
const { EventEmitter } = require('events');
const emitter = new EventEmitter();
for (let i = 0; i < 11; i++) emitter.on('x', () => {});

// SPDX-License-Identifier: MIT
const { EventEmitter } = require('events');
new EventEmitter().emit('error', { code: 5 });

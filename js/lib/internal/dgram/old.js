// SPDX-License-Identifier: MIT
// Old names of internals of dgram sockets, with a warning (DEP0112).
'use strict';
const { deprecate } = require('util');

const properties = {
  _handle: 'handle', _receiving: 'receiving', _bindState: 'bindState', _queue: 'queue',
  _reuseAddr: 'reuseAddr',
};

module.exports = function addOldNames(Socket, kState, check, stopReceiving) {
  for (const [name, inside] of Object.entries(properties)) {
    const text = `Socket.prototype.${name} is deprecated`;
    Object.defineProperty(Socket.prototype, name, {
      configurable: false,
      enumerable: false,
      get: deprecate(function() { return this[kState][inside]; }, text, 'DEP0112'),
      set: deprecate(function(value) { this[kState][inside] = value; }, text, 'DEP0112'),
    });
  }
  Socket.prototype._healthCheck = deprecate(function() { check(this); },
    'Socket.prototype._healthCheck() is deprecated', 'DEP0112');
  Socket.prototype._stopReceiving = deprecate(function() { stopReceiving(this); },
    'Socket.prototype._stopReceiving() is deprecated', 'DEP0112');
};

// SPDX-License-Identifier: MIT
// MessageEvent.
'use strict';
const { codes } = require('internal/errors');
const { Event } = require('internal/event_target');

function checkPorts(source, ports) {
  const { isPort } = require('internal/messaging/port');
  if (typeof ports?.[Symbol.iterator] !== 'function') throw new TypeError('ports is not iterable');
  if (source !== null && !isPort(source)) {
    throw new codes.ERR_INVALID_ARG_TYPE('init.source', 'MessagePort', source);
  }
  let i = 0;
  for (const port of ports) {
    if (!isPort(port)) {
      throw new codes.ERR_INVALID_ARG_TYPE(`init.ports[${i}]`, 'MessagePort', port);
    }
    i++;
  }
}

class MessageEvent extends Event {
  #fields;

  constructor(type, init = {}) {
    const { data = null, origin = '', lastEventId = '', source = null, ports = [] } = init;
    super(type, typeof init === 'object' && !Array.isArray(init) ? init : undefined);
    this.#fields = { data, origin: `${origin}`, lastEventId: `${lastEventId}`, source, ports };
    checkPorts(source, ports);
  }

  get data() {
    return this.#fields.data;
  }

  get origin() {
    return this.#fields.origin;
  }

  get lastEventId() {
    return this.#fields.lastEventId;
  }

  get source() {
    return this.#fields.source;
  }

  get ports() {
    return this.#fields.ports;
  }
}
for (const name of ['data', 'origin', 'lastEventId', 'source', 'ports']) {
  Object.defineProperty(MessageEvent.prototype, name, { enumerable: true });
}

exports.MessageEvent = MessageEvent;

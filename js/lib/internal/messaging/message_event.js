// SPDX-License-Identifier: MIT
// MessageEvent.
'use strict';
const { Event } = require('internal/event_target');

class MessageEvent extends Event {
  #fields;

  constructor(type, options = undefined) {
    super(type, options);
    const { data = null, origin = '', lastEventId = '', source = null, ports = [] } = options ?? {};
    this.#fields = { data, origin: `${origin}`, lastEventId: `${lastEventId}`, source, ports };
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

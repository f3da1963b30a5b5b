// SPDX-License-Identifier: MIT
// MessagePort for a context of vm: this file runs there, so that everything that its program sees
// of a port belongs to that context. internal/messaging/moved.js supplies the functions that do the
// work.
'use strict';

class DOMException extends Error {
  constructor(message, name) {
    super(message);
    Object.defineProperty(this, 'name', { value: name, configurable: true, writable: true });
  }
}

// An error of the library, as one of this context.
function translate(error) {
  if (error.name === 'DataCloneError') return new DOMException(error.message, error.name);
  const made = new (error instanceof TypeError || error.name === 'TypeError' ? TypeError : Error)(
    error.message);
  if (error.code !== undefined) made.code = error.code;
  return made;
}

function run(work) {
  try {
    return work();
  } catch (error) {
    throw translate(error);
  }
}

class MessagePort {
  #work;

  constructor(work) {
    this.#work = work;
  }

  static workOf(port) {
    return #work in port ? port.#work : undefined;
  }

  postMessage(...args) { run(() => this.#work.postMessage(args)); }
  start() { run(() => this.#work.start()); }
  close() { run(() => this.#work.close()); }
  ref() { run(() => this.#work.ref()); }
  unref() { run(() => this.#work.unref()); }
  hasRef() { return this.#work.hasRef(); }
}

const { workOf } = MessagePort;
delete MessagePort.workOf;

exports.create = (work) => new MessagePort(work);
exports.workOf = (port) => (typeof port === 'object' && port !== null ? workOf(port) : undefined);
exports.tell = function tell(port, type, data, ports) {
  const handler = port[`on${type}`];
  if (typeof handler !== 'function') return;
  const list = [];
  for (let i = 0; i < ports.length; i++) list[i] = ports[i];
  handler.call(port, { type, data, ports: list, target: port });
};
exports.translate = translate;

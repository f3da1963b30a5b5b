// SPDX-License-Identifier: MIT
// Messages between a process and a forked child, over a pipe: one JSON text per line, or
// (serialization: 'advanced') the bytes of v8.serialize after their length. It is the same on both
// sides: `target` is a ChildProcess, or process itself.
//
// A message with a handle is acknowledged when it has arrived (NODE_HANDLE_ACK). Until then
// everything else waits in a queue, so that each handle arrives with its own message.
'use strict';
const { codes, errnoException } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { process } = require('internal/process');

const MUCH = 65536 * 2; // bytes that wait: send() returns false from here on
const TRIES = 3;

// Messages of the two channels to one another, and of cluster: no business of the program.
const isInternal = (message) => typeof message?.cmd === 'string' &&
  message.cmd.startsWith('NODE_') && message.cmd.length > 5;

class Channel {
  #target;
  #pipe;
  #codec;
  #reasons = 0; // why it has to keep the loop alive: listeners, and messages on their way
  #explicit = false; // the program has said itself whether it does
  #received = []; // handles whose message has not been read yet
  #unacknowledged = null; // the message with a handle that waits for its answer
  #queue = []; // what waits for that
  #early = []; // messages that nobody listened to yet
  #leaving = false; // disconnect() was called
  #ended; // called when the other side has ended it

  constructor(target, pipe, serialization, ended) {
    this.#target = target;
    this.#ended = ended;
    this.#pipe = pipe;
    this.#codec = require('internal/child/codecs').make(serialization);
    pipe.onread = (nread, data) => this.#onRead(nread, data);
    target.on('newListener', (name) => {
      if (name === 'message' && this.#early.length > 0) process.nextTick(() => this.#tellEarly());
    });
    if (target === process) this.#followListeners();
    else this.#reasons = 1; // the parent's side always does
    pipe.readStart();
  }

  ref() {
    this.#explicit = true;
    this.#pipe.ref();
  }

  unref() {
    this.#explicit = true;
    this.#pipe.unref();
  }

  get fd() { return this.#pipe.fd; }

  refCounted() {
    if (++this.#reasons === 1 && !this.#explicit) this.#pipe.ref();
  }

  unrefCounted() {
    if (--this.#reasons === 0 && !this.#explicit) this.#pipe.unref();
  }

  // The child's side keeps the loop alive only while somebody listens.
  #followListeners() {
    const concerns = (name) => name === 'message' || name === 'disconnect';
    process.on('newListener', (name) => { if (concerns(name)) this.refCounted(); });
    process.on('removeListener', (name) => { if (concerns(name)) this.unrefCounted(); });
  }

  // --- receiving

  #onRead(nread, data) {
    if (nread < 0) { // also if it was reset: the other side has gone
      this.#close();
      return;
    }
    const { accept } = require('internal/child/handles');
    for (let handle; (handle = accept(this.#pipe)) !== undefined;) this.#received.push(handle);
    for (const message of this.#codec.decode(data)) this.#receive(message);
  }

  #receive(message) {
    if (!isInternal(message)) {
      this.#tell(message);
      return;
    }
    const handle = message.cmd === 'NODE_HANDLE' ? this.#received.shift() : undefined;
    process.nextTick(() => {
      this.#obey(message, handle);
      this.#target.emit('internalMessage', message, handle);
    });
  }

  // What the other side's channel has to say. The other side may be anybody.
  #obey(message, handle) {
    const { cmd } = message;
    if (cmd === 'NODE_HANDLE') this.#receiveHandle(message, handle);
    if (cmd !== 'NODE_HANDLE_ACK' && cmd !== 'NODE_HANDLE_NACK') return;
    if (this.#unacknowledged === null) {
      throw new codes.ERR_INTERNAL_ASSERTION(
        'This is caused by either a bug in Node.js or incorrect usage of Node.js internals.\n' +
        'Please open an issue with this stack trace at https://github.com/nodejs/node/issues\n');
    }
    if (cmd === 'NODE_HANDLE_ACK') this.#acknowledged();
    else this.#lost();
  }

  #receiveHandle(message, handle) {
    // If the other side has gone meanwhile, that is not an error of the program.
    this.#write({ cmd: handle === undefined ? 'NODE_HANDLE_NACK' : 'NODE_HANDLE_ACK' }, undefined,
      () => {});
    if (handle === undefined) return;
    require('internal/child/handles').unpack(message, handle, this.#target, (object) => {
      this.#tell(message.msg, object);
    });
  }

  #tell(message, handle) {
    const target = this.#target;
    if (!target.channel) return;
    process.nextTick(() => {
      if (isInternal(message)) target.emit('internalMessage', message, handle);
      else if (target.listenerCount('message') > 0) target.emit('message', message, handle);
      else this.#early.push([message, handle]);
    });
  }

  #tellEarly() {
    const early = this.#early;
    this.#early = [];
    for (const [message, handle] of early) this.#tell(message, handle);
  }

  // --- sending

  send(message, object, options, callback) {
    if (message === undefined) throw new codes.ERR_MISSING_ARGS('message');
    if (!['string', 'object', 'number', 'boolean'].includes(typeof message)) {
      throw new codes.ERR_INVALID_ARG_TYPE('message',
        ['string', 'object', 'number', 'boolean'], message);
    }
    let prepared;
    if (object !== undefined && object !== null) {
      prepared = require('internal/child/handles').prepare(object, this.#target,
        options?.keepOpen);
      if (prepared !== undefined) {
        message = { cmd: 'NODE_HANDLE', type: prepared.type, msg: message, ...prepared.more };
      }
    }
    const one = { message, prepared, callback, tries: 0 };
    if (this.#unacknowledged !== null) return this.#queue.push(one) === 1;
    this.#sendNow(one);
    return this.#pipe.writeQueueSize < MUCH;
  }

  #sendNow(one) {
    if (one.prepared !== undefined) {
      this.#unacknowledged = one;
      one.tries++;
    }
    const written = this.#write(one.message, one.prepared?.handle, one.callback);
    if (one.prepared !== undefined && !written) {
      one.prepared.sent();
      this.#unacknowledged = null;
    }
  }

  // False if it could not even be tried.
  #write(message, handle, callback) {
    const target = this.#target;
    const req = {
      oncomplete: (status) => {
        this.unrefCounted();
        if (typeof callback === 'function') {
          callback(status < 0 ? errnoException(status, 'write') : null);
        }
      },
    };
    const status = this.#pipe.write(req, this.#codec.encode(message), handle);
    if (status < 0) {
      const error = errnoException(status, 'write');
      if (typeof callback === 'function') process.nextTick(callback, error);
      else process.nextTick(() => target.emit('error', error));
    } else if (status === 0) {
      if (typeof callback === 'function') process.nextTick(callback, null);
    } else {
      this.refCounted();
    }
    return status >= 0;
  }

  #acknowledged() {
    this.#unacknowledged?.prepared.sent();
    this.#sendQueue();
  }

  #lost() {
    const one = this.#unacknowledged;
    if (one !== null && one.tries < TRIES) {
      this.#sendNow({ ...one, callback: undefined });
      return;
    }
    process.emitWarning('Handle did not reach the receiving process correctly',
      'SentHandleNotReceivedWarning');
    this.#acknowledged();
  }

  #sendQueue() {
    this.#unacknowledged = null;
    while (this.#queue.length > 0 && this.#unacknowledged === null) {
      this.#sendNow(this.#queue.shift());
    }
    if (this.#leaving && this.#unacknowledged === null) this.#finish();
  }

  // --- the end

  leave() {
    this.#target.connected = false;
    this.#leaving = true;
    if (this.#unacknowledged === null) process.nextTick(() => this.#finish());
  }

  #finish() {
    if (this.#target.channel === null) return;
    this.#target.channel = this.#target._channel = null;
    this.#pipe.close();
    for (const handle of this.#received) handle.close();
    for (const { callback, prepared } of this.#queue) {
      prepared?.sent();
      callback?.(new codes.ERR_IPC_CHANNEL_CLOSED());
    }
    this.#queue = [];
    this.#target.emit('disconnect');
  }

  #close() {
    this.#target.connected = false;
    if (this.#target.channel === null) return;
    this.#unacknowledged?.prepared.sent();
    this.#unacknowledged = null;
    process.nextTick(() => this.#finish());
    const ended = this.#ended;
    this.#ended = undefined;
    ended?.();
  }
}

function setup(target, pipe, serialization, ended) {
  const channel = new Channel(target, pipe, serialization, ended);
  target.channel = target._channel = channel;
  target.connected = true;

  target.send = function send(message, handle, options, callback) {
    if (typeof handle === 'function') [callback, handle, options] = [handle];
    else if (typeof options === 'function') [callback, options] = [options];
    else if (options !== undefined) validateObject(options, 'options');
    if (target.connected) return target._send(message, handle, options, callback);
    const error = new codes.ERR_IPC_CHANNEL_CLOSED();
    if (typeof callback === 'function') process.nextTick(callback, error);
    else process.nextTick(() => target.emit('error', error));
    return false;
  };

  target._send = function _send(message, handle, options, callback) {
    return channel.send(message, handle, options, callback);
  };

  target.disconnect = function disconnect() {
    if (target.connected) target._disconnect();
    else target.emit('error', new codes.ERR_IPC_DISCONNECTED());
  };

  target._disconnect = function _disconnect() { channel.leave(); };
}

exports.setup = setup;

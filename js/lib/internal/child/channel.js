// SPDX-License-Identifier: MIT
// Messages between a process and a child that it forked, over a pipe that both have: one JSON text
// a line, or (serialization: 'advanced') the bytes of v8.serialize behind their length. The same on
// both sides: `target` is a ChildProcess, or process itself.
//
// A message with a handle is answered when it has come (NODE_HANDLE_ACK); until then all that is
// sent waits in a queue, so that each handle meets its own message.
'use strict';
const { codes, errnoException } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { process } = require('internal/process');

const MUCH = 65536 * 2; // bytes that wait: send() returns false from here on
const TRIES = 3;

// --- the forms of a message

// What is read is told one after the other: a message that is none does not take those before it
// along, and the error is the program's.
class Lines {
  #decoder = new (require('string_decoder').StringDecoder)('utf8');
  #rest = '';

  encode(message) { return `${JSON.stringify(message)}\n`; }

  * decode(bytes) {
    const lines = (this.#rest + this.#decoder.write(bytes)).split('\n');
    const rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
    this.#rest = rest; // not if there was an error: the same in Node
  }
}

// Views are marked; other objects that are not JavaScript's go as plain ones.
const [VIEW, OBJECT] = [0, 1];

function makeBlockClasses() {
  const { DefaultDeserializer, DefaultSerializer } = require('internal/v8/serialize');
  return {
    Serializer: class extends DefaultSerializer {
      _writeHostObject(object) {
        const isView = ArrayBuffer.isView(object);
        this.writeUint32(isView ? VIEW : OBJECT);
        if (isView) super._writeHostObject(object);
        else this.writeValue({ ...object });
      }
    },
    Deserializer: class extends DefaultDeserializer {
      _readHostObject() {
        return this.readUint32() === VIEW ? super._readHostObject() : this.readValue();
      }
    },
  };
}

class Blocks {
  #chunks = [];
  #size = 0;
  #needed = 4; // bytes until there is something to do
  #classes = makeBlockClasses();

  encode(message) {
    const serializer = new this.#classes.Serializer();
    serializer.writeHeader();
    serializer.writeValue(message);
    const bytes = serializer.releaseBuffer();
    const size = Buffer.alloc(4);
    size.writeUInt32BE(bytes.length);
    return Buffer.concat([size, bytes]);
  }

  * decode(bytes) {
    this.#keep([...this.#chunks, bytes], this.#size + bytes.length);
    while (this.#size >= this.#needed) {
      const all = Buffer.concat(this.#chunks);
      this.#needed = 4 + all.readUInt32BE(0);
      if (this.#size < this.#needed) break;
      const reader = new this.#classes.Deserializer(all.subarray(4, this.#needed));
      this.#keep([all.subarray(this.#needed)], this.#size - this.#needed);
      this.#needed = 4;
      reader.readHeader();
      yield reader.readValue();
    }
  }

  #keep(chunks, size) {
    this.#chunks = chunks;
    this.#size = size;
  }
}

// --- the channel

class Channel {
  #target;
  #pipe;
  #codec;
  #writing = 0; // messages that are on their way
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
    this.#codec = serialization === 'advanced' ? new Blocks() : new Lines();
    pipe.onread = (nread, data) => this.#onRead(nread, data);
    target.on('newListener', (name) => {
      if (name === 'message' && this.#early.length > 0) process.nextTick(() => this.#tellEarly());
    });
    if (target === process) this.#followListeners();
    pipe.readStart();
  }

  ref() { this.#pipe.ref(); }
  unref() { this.#pipe.unref(); }
  get fd() { return this.#pipe.fd; }

  // The child's side keeps the loop alive only while somebody listens.
  #followListeners() {
    const update = () => {
      const listening = process.listenerCount('message') + process.listenerCount('disconnect') > 0;
      if (listening) this.#pipe.ref();
      else if (this.#writing === 0) this.#pipe.unref();
    };
    const concerns = (name) => name === 'message' || name === 'disconnect';
    process.on('newListener', (name) => { if (concerns(name)) process.nextTick(update); });
    process.on('removeListener', (name) => { if (concerns(name)) update(); });
  }

  // --- receiving

  #onRead(nread, data) {
    if (nread < 0) { // also if it was reset: the other side has gone
      this.#close();
      return;
    }
    const handle = require('internal/child/handles').accept(this.#pipe);
    if (handle !== undefined) this.#received.push(handle);
    for (const message of this.#codec.decode(data)) this.#receive(message);
  }

  #receive(message) {
    const cmd = message?.cmd;
    if (typeof cmd !== 'string' || !cmd.startsWith('NODE_')) {
      this.#tell('message', message);
      return;
    }
    const handle = cmd === 'NODE_HANDLE' ? this.#received.shift() : undefined;
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

  #receiveHandle({ type, msg }, handle) {
    // If the other side has gone meanwhile, that is no error of the program's.
    this.#write({ cmd: handle === undefined ? 'NODE_HANDLE_NACK' : 'NODE_HANDLE_ACK' }, undefined,
      () => {});
    if (handle === undefined) return;
    require('internal/child/handles').unpack(type, handle, (object) => {
      this.#tell('message', msg, object);
    });
  }

  #tell(event, message, handle) {
    process.nextTick(() => {
      if (event === 'message' && this.#target.listenerCount('message') === 0) {
        this.#early.push([message, handle]);
      } else {
        this.#target.emit(event, message, handle);
      }
    });
  }

  #tellEarly() {
    const early = this.#early;
    this.#early = [];
    for (const [message, handle] of early) this.#tell('message', message, handle);
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
      prepared = require('internal/child/handles').prepare(object, options?.keepOpen);
      message = { cmd: 'NODE_HANDLE', type: prepared?.type, msg: message };
      if (prepared === undefined) message = message.msg;
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
    this.#write(one.message, one.prepared?.handle, one.callback);
  }

  #write(message, handle, callback) {
    const target = this.#target;
    const req = {
      oncomplete: (status) => {
        if (--this.#writing === 0 && target === process &&
            process.listenerCount('message') + process.listenerCount('disconnect') === 0) {
          this.#pipe.unref();
        }
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
    } else if (this.#writing++ === 0 && target === process) {
      this.#pipe.ref();
    }
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
    for (const { callback } of this.#queue) callback?.(new codes.ERR_IPC_CHANNEL_CLOSED());
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

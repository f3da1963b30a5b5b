// SPDX-License-Identifier: MIT
// Messages between a process and a child that it forked: one JSON text a line, over a pipe that
// both have. The same on both sides: `target` is a ChildProcess, or process itself.
'use strict';
const { codes, errnoException } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { process } = require('internal/process');

const EOF = -4095;

function setup(target, pipe, serialization) {
  if (serialization === 'advanced') {
    throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM("serialization: 'advanced'");
  }
  const { StringDecoder } = require('string_decoder');
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let refs = 0;
  target.channel = {
    ref() { pipe.ref(); },
    unref() { pipe.unref(); },
    get fd() { return pipe.fd; },
  };
  target._channel = target.channel;
  target.connected = true;

  function closed() {
    if (!target.connected && target.channel === null) return;
    target.connected = false;
    target.channel = target._channel = null;
    pipe.close();
    process.nextTick(() => target.emit('disconnect'));
  }

  function receive(message) {
    if (message?.cmd?.startsWith?.('NODE_')) {
      target.emit('internalMessage', message, undefined);
      return;
    }
    process.nextTick(() => target.emit('message', message, undefined));
  }

  pipe.onread = (nread, data) => {
    if (nread < 0) {
      if (nread !== EOF) target.emit('error', errnoException(nread, 'read'));
      closed();
      return;
    }
    const { Buffer } = require('buffer');
    rest += decoder.write(Buffer.from(data));
    let start = 0;
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n', start)) {
      receive(JSON.parse(rest.slice(start, end)));
      start = end + 1;
    }
    rest = rest.slice(start);
  };

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
    if (message === undefined) throw new codes.ERR_MISSING_ARGS('message');
    if (!['string', 'object', 'number', 'boolean'].includes(typeof message)) {
      throw new codes.ERR_INVALID_ARG_TYPE('message',
        ['string', 'object', 'number', 'boolean'], message);
    }
    if (handle !== undefined && handle !== null) throw new codes.ERR_INVALID_HANDLE_TYPE();
    const req = {
      oncomplete(status) {
        if (--refs === 0 && target === process) pipe.unref();
        if (typeof callback === 'function') {
          callback(status < 0 ? errnoException(status, 'write') : null);
        }
      },
    };
    const status = pipe.write(req, `${JSON.stringify(message)}\n`);
    if (status < 0) {
      const error = errnoException(status, 'write');
      if (typeof callback === 'function') process.nextTick(callback, error);
      else process.nextTick(() => target.emit('error', error));
    } else if (status === 0) {
      if (typeof callback === 'function') process.nextTick(callback, null);
    } else if (refs++ === 0 && target === process) {
      pipe.ref();
    }
    return pipe.writeQueueSize < 65536 * 2;
  };

  target.disconnect = function disconnect() {
    if (!target.connected) {
      target.emit('error', new codes.ERR_IPC_DISCONNECTED());
      return;
    }
    target._disconnect();
  };

  target._disconnect = function _disconnect() {
    target.connected = false;
    const finish = () => {
      if (target.channel === null) return;
      target.channel = target._channel = null;
      pipe.close();
      target.emit('disconnect');
    };
    process.nextTick(finish);
  };

  pipe.readStart();
  // The child's side keeps the loop alive only while somebody listens.
  if (target === process) {
    const update = () => {
      const listening = target.listenerCount('message') + target.listenerCount('disconnect') > 0;
      if (listening) pipe.ref();
      else if (refs === 0) pipe.unref();
    };
    target.on('newListener', (name) => {
      if (name === 'message' || name === 'disconnect') process.nextTick(update);
    });
    target.on('removeListener', (name) => {
      if (name === 'message' || name === 'disconnect') update();
    });
  }
}

exports.setup = setup;

// SPDX-License-Identifier: MIT
// Http2Session: one connection of http2, of either side. nghttp2 makes and reads its frames
// (js/bind/http2_*.c); they are handled here. What only clients do is in client.js, what only
// servers do in server.js.
'use strict';
const EventEmitter = require('events');
const net = require('net');
const { codes } = require('internal/errors');
const {
  validateBuffer, validateFunction, validateInt32, validateNumber,
} = require('internal/validators');
const { call, end: endContext, keep } = require('internal/async/contexts');
const { kNative } = require('internal/stream_base');
const { JSStreamSocket } = require('internal/net/stream_socket');
const { start, native } = require('internal/http2/native');
const { constants } = require('internal/http2/constants');
const settings = require('internal/http2/settings');
const { sessionSocket } = require('internal/http2/sockets');
const { isSilent, refresh, setTimeout } = require('internal/http2/timeouts');
const { optionsOf } = require('internal/http2/options');
const entries = require('internal/http2/entries');
const {
  kActivity, kHandle, kMaybeDestroy, kSession, kSocket, kState, kTimeout,
} = require('internal/http2/symbols');
const { now } = require('internal/perf/clock');
const { process } = require('internal/process');

const { NGHTTP2_NO_ERROR, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR } = constants;
const SERVER = constants.NGHTTP2_SESSION_SERVER;
const inspectCustom = Symbol.for('nodejs.util.inspect.custom');
const kProxy = Symbol('proxy of the socket');
const kType = Symbol('type');
const noSettings = { __proto__: null };

class SessionState {
  constructor() {
    this.closed = false;
    this.destroyed = false;
    this.ready = false;
    this.connecting = true;
    this.destroyCode = NGHTTP2_NO_ERROR;
    this.goawayCode = null;
    this.goawayLastStream = null;
    this.streams = new Map(); // by number
    this.pending = new Set(); // streams without one
    this.acks = []; // what waits for the other side to have our settings
    this.pings = [];
    this.originSet = undefined;
    this.localSettings = undefined;
    this.remoteSettings = undefined;
    this.localCustom = undefined; // settings of the program's own
    this.remoteCustom = undefined;
    this.wantedCustom = [];
    this.isWriting = false;
    this.encrypted = undefined;
    this.alpnProtocol = undefined;
    this.started = 0;
    this.maxPings = 10;
    this.maxAcks = 10;
    this.afterWrite = undefined; // what waits for isWriting
    this.streamCount = 0;
    this.streamTime = 0;
    this.pingTime = 0;
    this.pendingAcks = 0;
    this.mostStreams = 0;
  }
}

class Http2Session extends EventEmitter {
  constructor(type, options, socket) {
    super();
    // Any stream can carry it; those that are made in JavaScript get a handle.
    if (!socket._handle?.readStart || !(socket instanceof net.Socket)) {
      const stream = socket;
      socket = new JSStreamSocket(stream);
      stream.once('close', () => socket.destroy());
    }
    if (socket[kSession] !== undefined) throw new codes.ERR_HTTP2_SOCKET_BOUND();
    socket[kSession] = this;
    this[kType] = type;
    this[kState] = new SessionState();
    this[kSocket] = socket;
    if (options.remoteCustomSettings !== undefined) {
      this[kState].wantedCustom = [...options.remoteCustomSettings];
    }
    this[kProxy] = null;
    this[kHandle] = undefined;
    this[kTimeout] = null;
    if (typeof options.maxOutstandingPings === 'number') {
      this[kState].maxPings = options.maxOutstandingPings;
    }
    if (typeof options.maxOutstandingSettings === 'number') {
      this[kState].maxAcks = Math.max(1, options.maxOutstandingSettings);
    }
    socket.on('error', onSocketError);
    socket.on('close', onSocketClose);
    if (typeof socket.setNoDelay === 'function') socket.setNoDelay();
    if (typeof socket.disableRenegotiation === 'function') socket.disableRenegotiation();
    keep(this, 'HTTP2SESSION');
    if (socket.connecting || socket.secureConnecting) {
      socket.once(socket.encrypted ? 'secureConnect' : 'connect', () => {
        try {
          begin(this, options);
        } catch (error) {
          socket.destroy(error);
        }
      });
    } else {
      begin(this, options);
    }
  }

  [inspectCustom](depth, options) {
    if (typeof depth === 'number' && depth < 0) return this;
    const { inspect } = require('internal/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `Http2Session ${inspect({
      type: this[kType],
      closed: this.closed,
      destroyed: this.destroyed,
      state: this.state,
      localSettings: { ...this.localSettings },
      remoteSettings: { ...this.remoteSettings },
    }, inner)}`;
  }

  [kActivity]() {
    if (!this.destroyed) refresh(this);
  }

  get type() { return this[kType]; }
  get encrypted() { return this[kState].encrypted; }
  get alpnProtocol() { return this[kState].alpnProtocol; }
  get connecting() { return this[kState].connecting; }
  get closed() { return this[kState].closed; }
  get destroyed() { return this[kState].destroyed; }
  get goawayCode() { return this[kState].goawayCode || NGHTTP2_NO_ERROR; }
  get goawayLastStreamID() { return this[kState].goawayLastStream || 0; }
  get pendingSettingsAck() { return this[kState].pendingAcks > 0; }

  get originSet() {
    const state = this[kState];
    if (!state.encrypted || this.destroyed) return undefined;
    if (state.originSet === undefined) state.originSet = firstOrigins(this[kSocket]);
    return Array.from(state.originSet);
  }

  get socket() {
    if (this[kProxy] === null) this[kProxy] = sessionSocket(this);
    return this[kProxy];
  }

  get state() {
    if (this.connecting || this.destroyed || this[kHandle] === undefined ||
        !native.sessionState(this[kHandle])) return {};
    const { figures } = native;
    return {
      effectiveLocalWindowSize: figures[0],
      effectiveRecvDataLength: figures[1],
      nextStreamID: figures[2],
      localWindowSize: figures[3],
      lastProcStreamID: figures[4],
      remoteWindowSize: figures[5],
      outboundQueueSize: figures[6],
      deflateDynamicTableSize: figures[7],
      inflateDynamicTableSize: figures[8],
    };
  }

  get localSettings() { return currentSettings(this, 'localSettings', false); }
  get remoteSettings() { return currentSettings(this, 'remoteSettings', true); }

  setNextStreamID(id) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    validateNumber(id, 'id');
    if (id <= 0 || id > 2 ** 32 - 1) {
      throw new codes.ERR_OUT_OF_RANGE('id', '> 0 and <= 4294967295', id);
    }
    native.nextStream(this[kHandle], id);
  }

  setLocalWindowSize(windowSize) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    validateInt32(windowSize, 'windowSize', 0);
    const status = native.localWindow(this[kHandle], windowSize);
    if (status !== 0) this.destroy(new codes.ERR_HTTP2_NO_MEM());
  }

  ping(payload, callback) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    if (typeof payload === 'function') {
      callback = payload;
      payload = undefined;
    }
    if (payload) {
      validateBuffer(payload, 'payload');
      if (payload.byteLength !== 8) throw new codes.ERR_HTTP2_PING_LENGTH();
    }
    validateFunction(callback, 'callback');
    const send = () => sendPing(this, payload, callback);
    if (this.connecting) {
      this.once('connect', send);
      return undefined;
    }
    return send();
  }

  settings(given, callback) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    settings.isObject(given, 'settings');
    given = settings.validate(given);
    if (callback) validateFunction(callback, 'callback');
    const send = () => sendSettings(this, { ...given }, callback);
    if (this.connecting) this.once('connect', send);
    else send();
  }

  goaway(code = NGHTTP2_NO_ERROR, lastStreamID = 0, opaqueData) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    if (opaqueData !== undefined) validateBuffer(opaqueData, 'opaqueData');
    validateNumber(code, 'code');
    validateNumber(lastStreamID, 'lastStreamID');
    const send = () => {
      this[kActivity]();
      if (this[kHandle] !== undefined) {
        native.goaway(this[kHandle], code, lastStreamID, opaqueData);
      }
    };
    if (this.connecting) this.once('connect', send);
    else send();
  }

  destroy(error = NGHTTP2_NO_ERROR, code = undefined) {
    if (this.destroyed) return;
    if (typeof error === 'number') {
      code = error;
      error = code !== NGHTTP2_NO_ERROR ? new codes.ERR_HTTP2_SESSION_ERROR(code) : undefined;
    }
    if (code === undefined && error != null) code = NGHTTP2_INTERNAL_ERROR;
    endSession(this, code, error);
  }

  close(callback) {
    if (this.closed || this.destroyed) return;
    this[kState].closed = true;
    if (typeof callback === 'function') this.once('close', callback);
    this.goaway();
    this[kMaybeDestroy]();
  }

  // It is closed, and the last of its streams is.
  [kMaybeDestroy](error) {
    if (error == null) {
      const { streams, pending, isWriting } = this[kState];
      if (!this.closed || this.destroyed || streams.size > 0 || pending.size > 0 || isWriting) {
        return;
      }
      // What nghttp2 is still reading is processed before the end.
      if (this[kHandle] !== undefined && !native.flush(this[kHandle])) {
        setImmediate(() => { if (!this.destroyed) this[kMaybeDestroy](); });
        return;
      }
      if (this[kState].isWriting || this.destroyed) return;
    }
    this.destroy(error);
  }

  [EventEmitter.captureRejectionSymbol](error, event, ...args) {
    if (event === 'stream') args[0].destroy(error);
    else this.destroy(error);
  }

  _onTimeout() {
    if (!this.destroyed && isSilent(this)) this.emit('timeout');
  }

  ref() {
    const socket = this[kSocket];
    if (typeof socket?.ref === 'function') socket.ref();
  }

  unref() {
    const socket = this[kSocket];
    if (typeof socket?.unref === 'function') socket.unref();
  }

  setTimeout(msecs, callback) { return setTimeout.call(this, msecs, callback); }
}

Object.defineProperty(Http2Session.prototype, 'timeout', {
  configurable: true, enumerable: true, writable: true, value: undefined,
});

// The connection is there.
function begin(session, options) {
  const state = session[kState];
  if (session.destroyed) {
    process.nextTick(emitConnect, session, session[kSocket]);
    return;
  }
  const socket = session[kSocket];
  const handle = socket._handle;
  start(require('internal/http2/events'));
  state.connecting = false;
  session[kHandle] = native.newSession(session[kType] === SERVER, optionsOf(options,
    session[kType]), handle[kNative]);
  native.own(session[kHandle], session);
  state.encrypted = Boolean(socket.encrypted);
  state.alpnProtocol = socket.encrypted ? socket.alpnProtocol : 'h2c';
  entries.sessionBegun(session);
  countBytes(session, socket);
  session.settings(typeof options.settings === 'object' ? options.settings : {});
  if (session[kType] === SERVER && Array.isArray(options.origins)) {
    session.origin(...options.origins);
  }
  readFrom(session, socket, handle); // when our settings are the first that is said
  process.nextTick(emitConnect, session, socket);
}

function emitConnect(session, socket) {
  session.emit('connect', session, socket);
}

// The bytes that nghttp2 and the handle pass on count as the socket's.
function countBytes(session, socket) {
  let last = [0, 0];
  const bytes = (index, before) => {
    const handle = session[kHandle];
    if (handle !== undefined && native.counts(handle)) last = native.figures.slice(4, 6);
    return before.call(socket) + last[index];
  };
  for (const [index, name] of ['bytesRead', 'bytesWritten'].entries()) {
    const { get } = Object.getOwnPropertyDescriptor(net.Socket.prototype, name);
    Object.defineProperty(socket, name, { configurable: true, get: () => bytes(index, get) });
  }
}

// What the socket has read before is the session's, too.
function readFrom(session, socket, handle) {
  const isNative = handle[kNative] !== undefined && handle.isNative !== false;
  const { onread } = handle;
  handle.onread = function(nread, bytes) {
    if (nread > 0 && session[kHandle] !== undefined) native.receive(session[kHandle], bytes);
    else if (nread <= 0) Reflect.apply(onread, this, [nread, bytes]);
  };
  if (!isNative) handle.isOfSession = true;
  if (socket.readableLength > 0) process.nextTick(readWaiting, session, socket);
  socket._reading = true;
  handle.reading = true;
  handle.readStart();
}

function readWaiting(session, socket) {
  let bytes;
  while (session[kHandle] !== undefined && (bytes = socket.read()) !== null) {
    native.receive(session[kHandle], bytes);
  }
}

function currentSettings(session, name, isRemote) {
  const state = session[kState];
  if (state[name] !== undefined) return state[name];
  if (session.destroyed || session.connecting || session[kHandle] === undefined) return noSettings;
  native.settingsOf(session[kHandle], isRemote);
  state[name] = settings.fromFigures(native.figures,
    isRemote ? state.remoteCustom : state.localCustom);
  return state[name];
}

function firstOrigins(socket) {
  let host = socket.servername;
  if (host === null || host === false || host === undefined) {
    host = socket.remoteFamily === 'IPv6' ? `[${socket.remoteAddress}]` : socket.remoteAddress;
  }
  const text = `https://${host}${socket.remotePort != null ? `:${socket.remotePort}` : ''}`;
  return new Set([new URL(text).origin]);
}

function sendPing(session, payload, callback) {
  const state = session[kState];
  const waiting = {
    started: now(),
    done(time, bytes) { callback(null, time, bytes); },
    cancel() { callback(new codes.ERR_HTTP2_PING_CANCEL()); },
  };
  keep(waiting, 'HTTP2PING');
  const bytes = payload ?? Buffer.from(new Float64Array([waiting.started]).buffer);
  session[kActivity]();
  if (state.pings.length >= state.maxPings || session[kHandle] === undefined ||
      native.ping(session[kHandle], bytes) < 0) {
    process.nextTick(() => {
      call(waiting, 'cancel');
      endContext(waiting);
    });
    return false;
  }
  state.pings.push(waiting);
  return true;
}

function sendSettings(session, given, callback) {
  const state = session[kState];
  if (session[kHandle] === undefined) return;
  state.pendingAcks++;
  if (state.acks.length >= state.maxAcks) {
    session.destroy(new codes.ERR_HTTP2_MAX_PENDING_SETTINGS_ACK());
    return;
  }
  session[kActivity]();
  const waiting = {
    started: now(),
    custom: given.customSettings,
    done(current, time) { callback?.(null, current, time); },
  };
  keep(waiting, 'HTTP2SETTINGS');
  state.acks.push(waiting);
  native.settings(session[kHandle], settings.listOf(given));
}

function onSocketError(error) {
  const session = this[kSession];
  if (session === undefined) return;
  // A peer that has sent GOAWAY may reset the connection.
  if (error.code === 'ECONNRESET' && session[kState].goawayCode === NGHTTP2_NO_ERROR) {
    session.destroy();
    return;
  }
  session.destroy(error);
}

function onSocketClose() {
  const session = this[kSession];
  if (session === undefined) return;
  const error = session.connecting ? new codes.ERR_SOCKET_CLOSED() : null;
  const { streams, pending } = session[kState];
  for (const stream of streams.values()) stream.close(NGHTTP2_CANCEL);
  for (const stream of pending) stream.close(NGHTTP2_CANCEL);
  session.close();
  if (!session.destroyed) endSession(session, NGHTTP2_NO_ERROR, error);
}

// The end of all streams, then a GOAWAY, then of the socket.
function endSession(session, code, error) {
  const state = session[kState];
  const socket = session[kSocket];
  const handle = session[kHandle];
  state.destroyed = true;
  state.destroyCode = code;
  if (session[kTimeout] !== null) {
    clearTimeout(session[kTimeout]);
    session[kTimeout] = null;
  }
  session.removeAllListeners('timeout');
  if (state.pending.size > 0 || state.streams.size > 0) {
    const cancel = new codes.ERR_HTTP2_STREAM_CANCEL(error);
    if (error) cancel.cause = error;
    for (const stream of state.pending) stream.destroy(cancel);
    for (const stream of state.streams.values()) stream.destroy(error);
  }
  if (handle !== undefined) {
    if (!socket.destroyed) {
      native.terminate(handle, code ?? NGHTTP2_NO_ERROR);
      if (!native.flush(handle) || state.isWriting) {
        leaveLater(session, socket, error);
        return;
      }
    }
  }
  leave(session, socket, error);
}

// nghttp2 is at work, or what it has written before is on its way.
function leaveLater(session, socket, error) {
  setImmediate(() => {
    const handle = session[kHandle];
    if (socket.destroyed || !session[kState].isWriting) {
      if (handle !== undefined) native.flush(handle);
      leave(session, socket, error);
    } else {
      session[kState].afterWrite = () => leave(session, socket, error);
      socket.once('close', session[kState].afterWrite);
    }
  });
}

function leave(session, socket, error) {
  if (session[kHandle] !== undefined) {
    entries.sessionEnded(session);
    native.end(session[kHandle]);
  }
  cancelWaiting(session);
  session[kHandle] = undefined;
  session[kSocket] = undefined;
  session[kProxy] = null;
  endContext(session);
  socket[kSession] = undefined;
  if (socket.destroyed) {
    process.nextTick(emitClose, session, error);
    return;
  }
  socket.on('close', () => emitClose(session, error));
  if (session.closed) {
    // The other side's end is still to be seen.
    socket.resume();
    socket.end();
  } else {
    socket.destroy(error ?? undefined);
  }
}

function cancelWaiting(session) {
  const state = session[kState];
  const { acks, pings } = state;
  state.acks = [];
  state.pings = [];
  state.pendingAcks -= acks.length;
  for (const waiting of acks) endContext(waiting);
  for (const waiting of pings) {
    call(waiting, 'cancel');
    endContext(waiting);
  }
}

function emitClose(session, error) {
  if (error) session.emit('error', error);
  session.emit('close');
}

exports.Http2Session = Http2Session;

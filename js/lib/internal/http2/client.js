// SPDX-License-Identifier: MIT
// http2.connect, and what a client does: requests.
'use strict';
const net = require('net');
const { addAbortListener } = require('events');
const { codes, AbortError } = require('internal/errors');
const { validateAbortSignal, validateBoolean } = require('internal/validators');
const { native, NghttpError } = require('internal/http2/native');
const { constants } = require('internal/http2/constants');
const fields = require('internal/http2/headers');
const { isObject, validateRemote } = require('internal/http2/settings');
const { Http2Session } = require('internal/http2/session');
const { Http2Stream, checkPriority } = require('internal/http2/stream');
const { secureOptions } = require('internal/http2/server_options');
const {
  kActivity, kAuthority, kHandle, kInit, kOrigin, kProtocol, kSentHeaders, kState,
} = require('internal/http2/symbols');

const { STREAM_ID_NOT_AVAILABLE, INVALID_ARGUMENT } = def('HTTP2_ERROR');
const { END_STREAM, TRAILERS, PRIORITY } = def('HTTP2_SUBMIT');
const kCalls = Symbol('calls that wait for the connection');

class ClientHttp2Stream extends Http2Stream {
  constructor(session) {
    super(session);
    this.cork(); // until it has a number: what is written before goes out together
    this[kState].headersSent = true;
    this.on('headers', onHeaders);
    this.once('ready', this.uncork);
  }
}

function onHeaders(headers) {
  if (headers[':status'] === 100) this.emit('continue');
}

function begin(session, stream, text, count, options) {
  if (session.destroyed) {
    if (!stream.destroyed) stream.destroy(new codes.ERR_HTTP2_STREAM_CANCEL());
    return;
  }
  if (session.closed) {
    if (!stream.destroyed) stream.destroy(new codes.ERR_HTTP2_GOAWAY_SESSION());
    return;
  }
  let flags = 0;
  if (options.endStream) flags |= END_STREAM;
  if (options.waitForTrailers) flags |= TRAILERS;
  if (options.hasPriority) flags |= PRIORITY;
  const id = native.request(session[kHandle], text, count, flags, options.parent, options.weight,
    options.exclusive);
  if (id > 0) {
    if (stream.destroyed && stream.rstCode === 0) return;
    stream[kInit](id);
  } else if (id === STREAM_ID_NOT_AVAILABLE) {
    stream.destroy(new codes.ERR_HTTP2_OUT_OF_STREAMS());
  } else if (id === INVALID_ARGUMENT) {
    stream.destroy(new codes.ERR_HTTP2_STREAM_SELF_DEPENDENCY());
  } else {
    session.destroy(new NghttpError(id));
  }
}

function whole(session, given) {
  const headers = { __proto__: null, ...given };
  if (headers[':method'] === undefined) headers[':method'] = 'GET';
  if (headers[':method'] === 'CONNECT' && headers[':protocol'] === undefined) {
    if (headers[':authority'] === undefined) throw new codes.ERR_HTTP2_CONNECT_AUTHORITY();
    if (headers[':scheme'] !== undefined) throw new codes.ERR_HTTP2_CONNECT_SCHEME();
    if (headers[':path'] !== undefined) throw new codes.ERR_HTTP2_CONNECT_PATH();
    return headers;
  }
  if (headers[':authority'] === undefined && headers.host === undefined) {
    headers[':authority'] = session[kAuthority];
  }
  if (headers[':scheme'] === undefined) headers[':scheme'] = session[kProtocol].slice(0, -1);
  if (headers[':path'] === undefined) headers[':path'] = '/';
  return headers;
}

function followSignal(stream, signal) {
  validateAbortSignal(signal, 'options.signal');
  const abort = () => stream.destroy(new AbortError(undefined, { cause: signal.reason }));
  if (signal.aborted) {
    abort();
    return;
  }
  const listener = addAbortListener(signal, abort);
  stream.once('close', listener[Symbol.dispose]);
}

class ClientHttp2Session extends Http2Session {
  constructor(options, socket) {
    super(constants.NGHTTP2_SESSION_CLIENT, options, socket);
    this[kCalls] = null;
  }

  newStream() { return new ClientHttp2Stream(this); } // one that is pushed

  request(given, options) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    if (this.closed) throw new codes.ERR_HTTP2_GOAWAY_SESSION();
    this[kActivity]();
    isObject(given, 'headers');
    isObject(options, 'options');
    const headers = whole(this, given);
    const hasPriority = options !== undefined && (options.weight !== undefined ||
      options.parent !== undefined || options.exclusive !== undefined);
    options = { ...options, hasPriority };
    checkPriority(options);
    if (options.endStream === undefined) {
      options.endStream = fields.bodiless.has(headers[':method']);
    } else {
      validateBoolean(options.endStream, 'options.endStream');
    }
    let text;
    try {
      text = fields.textOf(headers, fields.anyPseudo);
    } catch (error) {
      if (error.code === 'ERR_INVALID_HTTP_TOKEN') this.destroy(error);
      throw error;
    }
    const count = fields.count();
    const stream = new ClientHttp2Stream(this);
    stream[kSentHeaders] = headers;
    stream[kOrigin] = `${headers[':scheme']}://${headers[':authority']}`;
    const state = stream[kState];
    state.headRequest = headers[':method'] === 'HEAD';
    state.wantsTrailers = Boolean(options.waitForTrailers);
    if (options.endStream) {
      state.ended = true;
      stream.end();
    }
    if (options.signal) followSignal(stream, options.signal);
    const call = () => begin(this, stream, text, count, options);
    if (!this.connecting) {
      call();
    } else if (this[kCalls] !== null) {
      this[kCalls].push(call);
    } else {
      this[kCalls] = [call];
      this.once('connect', () => {
        const calls = this[kCalls];
        this[kCalls] = null;
        for (const one of calls) one();
      });
    }
    return stream;
  }
}

function open(protocol, port, host, options) {
  if (protocol === 'http:') return net.connect({ port, host, ...options });
  if (protocol === 'https:') {
    return require('tls').connect(port, host,
      secureOptions(options, net.isIP(host) ? undefined : host));
  }
  throw new codes.ERR_HTTP2_UNSUPPORTED_PROTOCOL(protocol);
}

function connect(authority, options, listener) {
  if (typeof options === 'function') {
    listener = options;
    options = undefined;
  }
  isObject(options, 'options');
  options = { ...options };
  validateRemote(options.remoteCustomSettings);
  if (typeof authority === 'string') authority = new URL(authority);
  isObject(authority, 'authority', ['string', 'Object', 'URL']);
  const protocol = authority.protocol || options.protocol || 'https:';
  const port = `${authority.port !== '' ? authority.port : (protocol === 'http:' ? 80 : 443)}`;
  let host = 'localhost';
  if (authority.hostname) {
    host = authority.hostname;
    if (host[0] === '[') host = host.slice(1, -1);
  } else if (authority.host) {
    host = authority.host;
  }
  const socket = typeof options.createConnection === 'function' ?
    options.createConnection(authority, options) : open(protocol, port, host, options);
  const session = new ClientHttp2Session(options, socket);
  session[kAuthority] = `${options.servername || host}:${port}`;
  session[kProtocol] = protocol;
  if (typeof listener === 'function') session.once('connect', listener);
  return session;
}

Object.defineProperty(connect, Symbol.for('nodejs.util.promisify.custom'), {
  __proto__: null,
  value: (authority, options) => new Promise((resolve, reject) => {
    const session = connect(authority, options, () => {
      session.removeListener('error', reject);
      resolve(session);
    });
    session.once('error', reject);
  }),
});

exports.connect = connect;

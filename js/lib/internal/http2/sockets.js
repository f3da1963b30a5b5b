// SPDX-License-Identifier: MIT
// The socket of a session, or of a request, as programs see it: it can be inspected, but its bytes
// belong to the session.
'use strict';
const { codes } = require('internal/errors');
const { kSocket } = require('internal/http2/symbols');

const taken = new Set(['destroy', 'emit', 'end', 'pause', 'read', 'resume', 'write', 'setEncoding',
  'setKeepAlive', 'setNoDelay']);
const own = new Set(['setTimeout', 'ref', 'unref']);

function bound(object, name) {
  const value = object[name];
  return typeof value === 'function' ? value.bind(object) : value;
}

function socketOf(session) {
  const socket = session[kSocket];
  if (socket === undefined) throw new codes.ERR_HTTP2_SOCKET_UNBOUND();
  return socket;
}

const ofSession = {
  get(session, name) {
    if (own.has(name)) return session[name].bind(session);
    if (taken.has(name)) throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
    return bound(socketOf(session), name);
  },
  getPrototypeOf(session) { return Reflect.getPrototypeOf(socketOf(session)); },
  set(session, name, value) {
    if (own.has(name)) {
      session[name] = value;
      return true;
    }
    if (taken.has(name)) throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
    socketOf(session)[name] = value;
    return true;
  },
  has(session, name) { return name in socketOf(session); },
};

const sessionSocket = (session) => new Proxy(session, ofSession);

const onStream = new Set(['on', 'once', 'end', 'emit', 'destroy']);
const forbidden = new Set(['write', 'read', 'pause', 'resume']);

const ofRequest = {
  has(stream, name) {
    const socket = stream.session?.[kSocket];
    return name in stream || (socket !== undefined && name in socket);
  },
  get(stream, name) {
    if (onStream.has(name)) return stream[name].bind(stream);
    if (name === 'writable' || name === 'destroyed') return stream[name];
    if (name === 'readable') {
      return stream.destroyed ? false : stream.readable;
    }
    if (name === 'setTimeout') {
      const { session } = stream;
      return (session ?? stream).setTimeout.bind(session ?? stream);
    }
    if (forbidden.has(name)) throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
    return bound(stream.session?.[kSocket] ?? stream, name);
  },
  getPrototypeOf(stream) {
    return Reflect.getPrototypeOf(stream.session?.[kSocket] ?? stream);
  },
  set(stream, name, value) {
    if (name === 'writable' || name === 'readable' || name === 'destroyed' || onStream.has(name)) {
      stream[name] = value;
    } else if (name === 'setTimeout') {
      const { session } = stream;
      (session ?? stream).setTimeout = value;
    } else if (forbidden.has(name)) {
      throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
    } else {
      (stream.session?.[kSocket] ?? stream)[name] = value;
    }
    return true;
  },
};

const requestSocket = (stream) => new Proxy(stream, ofRequest);

exports.requestSocket = requestSocket;
exports.sessionSocket = sessionSocket;

// SPDX-License-Identifier: MIT
// Sockets and servers that go to another process with a message (internal/child/channel.js).
'use strict';
const { codes } = require('internal/errors');
const { StreamHandle, TCP, Pipe, kNative } = require('internal/stream_base');
const connections = require('internal/child/connections');
const native = binding('stream');

const nothing = () => {};

// For a connection of an HTTP server: what it reads no longer goes to the parser.
function leaveHttp(socket) {
  socket._httpMessage?.detachSocket(socket);
  socket._httpConnection?.release();
}

// A socket belongs to the other side from now on, unless both keep it. The other side reports how
// many connections of the server it has (internal/child/connections.js).
function prepareSocket(socket, target, keepOpen) {
  const handle = socket._handle;
  const { server } = socket;
  const more = {};
  if (server) {
    more.key = server._connectionKey;
    connections.follow(target, server);
    if (!keepOpen) server._connections--;
  }
  if (keepOpen) return { type: 'net.Socket', handle, more, sent: nothing };
  handle.readStop();
  leaveHttp(socket);
  handle.onread = nothing;
  socket._handle = null;
  socket.setTimeout(0);
  return { type: 'net.Socket', handle, more, sent: () => handle.close() };
}

// { type, handle, more, sent }: the message to the other side, the handle, and what to do when it
// has arrived. Undefined for a socket or server that is already closed.
function prepare(object, target, keepOpen) {
  const { Server, Socket } = require('net');
  const { UDP, kState } = require('internal/dgram/handle');
  if (object instanceof StreamHandle) return { type: 'net.Native', handle: object, sent: nothing };
  if (object instanceof UDP) return { type: 'dgram.Native', handle: object, sent: nothing };
  if (object instanceof Socket) {
    return object._handle ? prepareSocket(object, target, keepOpen) : undefined;
  }
  if (object instanceof Server) {
    const handle = object._handle;
    if (!handle) return undefined;
    if (handle instanceof StreamHandle) return { type: 'net.Server', handle, sent: nothing };
  }
  const datagrams = object?.[kState];
  if (datagrams !== undefined) {
    const { handle } = datagrams;
    if (!handle) return undefined;
    return { type: 'dgram.Socket', handle, more: { dgramType: object.type }, sent: nothing };
  }
  throw new codes.ERR_INVALID_HANDLE_TYPE();
}

// The handle that came over a pipe with what was read last, if one did.
function accept(pipe) {
  const made = native.pipeAccept(pipe[kNative]);
  if (made === undefined) return undefined;
  const [type, handle] = made;
  if (type === 'udp') return new (require('internal/dgram/handle').UDP)(handle);
  return type === 'tcp' ? new TCP(handle) : new Pipe(handle);
}

// Calls back with what the program gets.
function unpack(message, handle, target, callback) {
  const { Server, Socket } = require('net');
  switch (message.type) {
    case 'net.Server': {
      const server = new Server();
      server.listen(handle, () => callback(server));
      break;
    }
    case 'net.Socket': {
      const socket = new Socket({ handle, readable: true, writable: true });
      if (message.key) connections.count(target, message.key, socket);
      callback(socket);
      break;
    }
    case 'dgram.Socket': {
      const socket = require('dgram').createSocket(message.dgramType);
      socket.bind(handle, () => callback(socket));
      break;
    }
    default:
      callback(handle);
  }
}

exports.prepare = prepare;
exports.accept = accept;
exports.unpack = unpack;

// SPDX-License-Identifier: MIT
// Sockets and servers that go to another process with a message (internal/child/channel.js).
'use strict';
const { codes } = require('internal/errors');
const { StreamHandle, TCP, Pipe, kNative } = require('internal/stream_base');
const native = binding('stream');

// A socket belongs to the other side from now on, unless both keep it.
function takeFrom(socket) {
  const handle = socket._handle;
  handle.readStop();
  handle.onread = () => {};
  socket.setTimeout(0);
  socket._handle = null;
  const server = socket._server;
  if (server) {
    socket._server = null;
    server._connections--;
  }
  return () => {
    handle.close();
    server?._emitCloseIfDrained();
  };
}

// { type, handle, sent }: what is told to the other side, what goes there, and what to do when it
// has arrived. Undefined for a socket or server that is closed already.
function prepare(object, keepOpen) {
  const { Server, Socket } = require('net');
  const nothing = () => {};
  if (object instanceof StreamHandle) return { type: 'net.Native', handle: object, sent: nothing };
  if (!(object instanceof Socket) && !(object instanceof Server)) {
    throw new codes.ERR_INVALID_HANDLE_TYPE();
  }
  const handle = object._handle;
  if (!handle) return undefined;
  if (object instanceof Server) return { type: 'net.Server', handle, sent: nothing };
  return { type: 'net.Socket', handle, sent: keepOpen ? nothing : takeFrom(object) };
}

// The handle that came over a pipe with what was read last, if one did.
function accept(pipe) {
  const made = native.pipeAccept(pipe[kNative]);
  if (made === undefined) return undefined;
  return made[0] === 'tcp' ? new TCP(made[1]) : new Pipe(made[1]);
}

// Calls back with what the program gets.
function unpack(type, handle, callback) {
  const { Server, Socket } = require('net');
  if (type === 'net.Server') {
    const server = new Server();
    server.listen(handle, () => callback(server));
  } else if (type === 'net.Socket') {
    callback(new Socket({ handle, readable: true, writable: true }));
  } else {
    callback(handle);
  }
}

exports.prepare = prepare;
exports.accept = accept;
exports.unpack = unpack;

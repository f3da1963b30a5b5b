// SPDX-License-Identifier: MIT
// process.stdin, stdout and stderr, made on first use. Output is written at once, whatever its
// destination, so that nothing is lost when the process ends.
'use strict';
const native = binding('tty');
const { Readable, Writable } = require('stream');
const { errnoException, uvException } = require('internal/errors');

// Output to a file, pipe or socket.
class OutputStream extends Writable {
  constructor(fd, type) {
    super({ decodeStrings: false, autoDestroy: true });
    this.fd = fd;
    this.readable = false;
    this._type = type;
  }

  _write(chunk, encoding, callback) {
    const data = typeof chunk === 'string' && encoding !== 'utf8' && encoding !== 'utf-8' ?
      Buffer.from(chunk, encoding) : chunk;
    const errno = native.write(this.fd, data);
    if (errno === 0) {
      callback();
    } else {
      callback(this._type === 'fs' ? uvException({ errno, syscall: 'write' }) :
        errnoException(errno, 'write'));
    }
  }

  ref() { return this; }
  unref() { return this; }
}

// To destroy a standard stream leaves its descriptor open: other parts of the program write to it.
function keepOpen(error, callback) {
  callback(error);
  this._undestroy();
  if (!this._writableState.emitClose) process.nextTick(() => this.emit('close'));
}

function makeOutput(fd) {
  let stream;
  const kind = native.guess(fd);
  switch (kind) {
    case 'TTY': {
      const { WriteStream } = require('tty');
      stream = new WriteStream(fd);
      stream._type = 'tty';
      break;
    }
    case 'FILE':
      stream = new OutputStream(fd, 'fs');
      break;
    case 'PIPE':
    case 'TCP':
      stream = new OutputStream(fd, 'pipe');
      break;
    default: // closed, or nothing that can be written to
      stream = new Writable({ write(chunk, encoding, callback) { callback(); } });
  }
  stream.fd ??= fd;
  stream._isStdio = true;
  stream.destroySoon = stream.destroy;
  stream._destroy = keepOpen;
  return stream;
}

let resizing = false;

// A terminal that changes its size sends a signal.
function hearOfResize(stream) {
  if (!stream.isTTY) return;
  stream.on('newListener', (event) => {
    if (event !== 'resize' || resizing) return;
    resizing = true;
    process.on('SIGWINCH', () => {
      for (const one of [stdout, stderr]) if (one?.isTTY) one._refreshSize();
    });
  });
}

let stdin;
let stdout;
let stderr;

function getStdout() {
  if (stdout === undefined) {
    stdout = makeOutput(1);
    hearOfResize(stdout);
  }
  return stdout;
}

function getStderr() {
  if (stderr === undefined) {
    stderr = makeOutput(2);
    hearOfResize(stderr);
  }
  return stderr;
}

function pipeInput(fd, TCP, Pipe, isTcp) {
  const { HandleStream } = require('internal/handle_stream');
  const handle = isTcp ? new TCP() : new Pipe();
  const status = handle.open(fd);
  if (status !== 0) throw errnoException(status, 'open');
  return new HandleStream(handle, { writable: false });
}

function makeInput(fd) {
  const kind = native.guess(fd);
  switch (kind) {
    case 'TTY': {
      const { ReadStream } = require('tty');
      return new ReadStream(fd);
    }
    case 'FILE': {
      const { ReadStream } = require('fs');
      return new ReadStream(null, { fd, autoClose: false });
    }
    case 'PIPE':
    case 'TCP': {
      // Messages of the parent: nothing for a program to read here.
      if (process.channel?.fd === fd) return new Readable({ read() {} });
      const { Pipe, TCP } = require('internal/stream_base');
      const stream = pipeInput(fd, TCP, Pipe, kind === 'TCP');
      stream._type = 'pipe';
      return stream;
    }
    default: {
      const empty = new Readable({ read() {} });
      empty.push(null);
      return empty;
    }
  }
}

function getStdin() {
  if (stdin !== undefined) return stdin;
  stdin = makeInput(0);
  stdin.fd ??= 0;
  // Input that nobody waits for does not keep the process alive: it is paused after a read that
  // started the stream, unless somebody resumed it.
  if (stdin._handle?.readStop) {
    stdin._handle.reading = false;
    stdin._readableState.reading = false;
    stdin._handle.readStop();
  }
  return stdin;
}

module.exports = { getStderr, getStdin, getStdout };

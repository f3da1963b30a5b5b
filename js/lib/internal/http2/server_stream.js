// SPDX-License-Identifier: MIT
// The streams of a server: responses, pushes, files.
'use strict';
const fs = require('fs');
const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { utcDate } = require('internal/http/common');
const { native, NghttpError } = require('internal/http2/native');
const fields = require('internal/http2/headers');
const { isObject } = require('internal/http2/settings');
const { Http2Stream } = require('internal/http2/stream');
const {
  kActivity, kAuthority, kHandle, kInit, kMaybeDestroy, kProceed, kProtocol, kSentHeaders,
  kSentInfo, kSession, kState,
} = require('internal/http2/symbols');
const { process } = require('internal/process');

const { STREAM_ID_NOT_AVAILABLE, STREAM_CLOSED } = def('HTTP2_ERROR');
const { END_STREAM, TRAILERS } = def('HTTP2_SUBMIT');
const bodilessStatus = new Set([204, 205, 304]);
const FILE_PIECE = 65536;
const NGHTTP2_INTERNAL_ERROR = 2;

function checkStatus(headers) {
  const status = headers[':status'] == null ? 200 : headers[':status'] | 0;
  headers[':status'] = status;
  if (status < 200 || status > 599) throw new codes.ERR_HTTP2_STATUS_INVALID(headers[':status']);
  return status;
}

class ServerHttp2Stream extends Http2Stream {
  constructor(session, headers) {
    super(session);
    this[kState].isServer = true;
    this[kAuthority] = headers[':authority'];
    this[kProtocol] = headers[':scheme'];
    this[kProceed] = this.respond;
  }

  get pushAllowed() {
    return !this.destroyed && !this.closed && !this.session.closed && !this.session.destroyed &&
      !this[kState].isPush && this[kSession].remoteSettings.enablePush;
  }

  pushStream(headers, options, callback) {
    if (!this.pushAllowed) {
      if (this[kState].isPush) throw new codes.ERR_HTTP2_NESTED_PUSH();
      throw new codes.ERR_HTTP2_PUSH_DISABLED();
    }
    if (typeof options === 'function') {
      callback = options;
      options = undefined;
    }
    validateFunction(callback, 'callback');
    isObject(options, 'options');
    options = { ...options, endStream: Boolean(options?.endStream) };
    isObject(headers, 'headers');
    headers = { __proto__: null, ...headers };
    if (headers[':method'] === undefined) headers[':method'] = 'GET';
    if (headers[':authority'] === undefined) headers[':authority'] = this[kAuthority];
    if (headers[':scheme'] === undefined) headers[':scheme'] = this[kProtocol];
    if (headers[':path'] === undefined) headers[':path'] = '/';
    const isHead = headers[':method'] === 'HEAD';
    if (isHead) options.endStream = true;
    this[kActivity]();
    const text = fields.textOf(headers, fields.anyPseudo);
    const id = native.push(this[kSession][kHandle], this.id, text, fields.count());
    if (id <= 0) {
      const error = id === STREAM_ID_NOT_AVAILABLE ? new codes.ERR_HTTP2_OUT_OF_STREAMS() :
        id === STREAM_CLOSED ? new codes.ERR_HTTP2_INVALID_STREAM() : new NghttpError(id);
      process.nextTick(callback, error);
      return;
    }
    const stream = new ServerHttp2Stream(this[kSession], headers);
    stream[kSentHeaders] = headers;
    stream.push(null);
    stream[kState].isPush = true;
    stream[kState].headRequest = isHead;
    stream[kInit](id);
    if (options.endStream) stream.end();
    process.nextTick(callback, null, stream, headers, 0);
  }

  // Headers and options of a response, in the form in which they are sent.
  #prepare(given, options) {
    if (this.destroyed || this.closed) throw new codes.ERR_HTTP2_INVALID_STREAM();
    if (this.headersSent) throw new codes.ERR_HTTP2_HEADERS_SENT();
    isObject(options, 'options');
    isObject(given, 'headers');
    this[kActivity]();
    const headers = options?.isOwn ? given : { __proto__: null, ...given };
    const status = checkStatus(headers);
    const sendDate = options?.sendDate;
    if ((sendDate === undefined || sendDate) && headers.date === undefined) {
      headers.date = utcDate();
    }
    return [headers, status];
  }

  #send(headers, ends) {
    const state = this[kState];
    const text = fields.textOf(headers, fields.statusPseudo);
    this[kSentHeaders] = headers;
    state.headersSent = true;
    const flags = (ends ? END_STREAM : 0) | (state.wantsTrailers ? TRAILERS : 0);
    const status = native.respond(this[kSession][kHandle], this.id, text, fields.count(), flags);
    if (status < 0 && status !== STREAM_CLOSED) this.destroy(new NghttpError(status));
  }

  respond(given, options) {
    const [headers, status] = this.#prepare(given, options);
    const state = this[kState];
    const ends = Boolean(options?.endStream) || bodilessStatus.has(status) || state.headRequest;
    if (ends) state.ended = true;
    else if (options?.waitForTrailers) state.wantsTrailers = true;
    this.#send(headers, ends || (this._writableState.finished && state.ended));
    if (!ends || this.destroyed) return;
    if (this._writableState.ending) this[kMaybeDestroy]();
    else this.end();
  }

  respondWithFD(fd, given, options) {
    const [headers, status] = this.#prepare(given, options);
    options = fileOptions(options);
    const isHandle = fd !== null && typeof fd === 'object' && typeof fd.fd === 'number';
    if (isHandle) fd = fd.fd;
    if (typeof fd !== 'number') {
      throw new codes.ERR_INVALID_ARG_TYPE('fd', ['number', 'FileHandle'], fd);
    }
    if (bodilessStatus.has(status) || this[kState].headRequest) {
      throw new codes.ERR_HTTP2_PAYLOAD_FORBIDDEN(status);
    }
    if (options.waitForTrailers) this[kState].wantsTrailers = true;
    if (options.statCheck === undefined) {
      sendFile(this, headers, fd, options, (h, ends) => this.#send(h, ends));
      return;
    }
    fs.fstat(fd, (error, stat) => {
      if (this.destroyed || this.closed) return;
      if (error) this.destroy(error);
      else this.#checkFile(stat, headers, fd, options, false);
    });
  }

  respondWithFile(path, given, options) {
    const [headers, status] = this.#prepare(given, options);
    options = fileOptions(options);
    if (bodilessStatus.has(status) || this[kState].headRequest) {
      throw new codes.ERR_HTTP2_PAYLOAD_FORBIDDEN(status);
    }
    if (options.waitForTrailers) this[kState].wantsTrailers = true;
    fs.open(path, 'r', (error, fd) => {
      const fail = (reason) => {
        if (fd !== undefined) fs.close(fd, () => {});
        if (typeof options.onError === 'function') options.onError(reason);
        else this.destroy(reason);
      };
      if (error) {
        fail(error);
        return;
      }
      fs.fstat(fd, (statError, stat) => {
        if (this.destroyed || this.closed) {
          fs.close(fd, () => {});
        } else if (statError) {
          fail(statError);
        } else if (!stat.isFile()) {
          if (!stat.isDirectory() && options.offset === undefined && options.length === undefined) {
            this.#checkFile(stat, headers, fd, options, true);
          } else if (stat.isDirectory()) {
            fail(new codes.ERR_HTTP2_SEND_FILE());
          } else {
            fail(new codes.ERR_HTTP2_SEND_FILE_NOSEEK());
          }
        } else {
          this.#checkFile(stat, headers, fd, options, true);
        }
      });
    });
  }

  // The program may check what is to be sent, and cancel it.
  #checkFile(stat, headers, fd, options, isOurs) {
    const range = { offset: options.offset ?? 0, length: options.length ?? -1 };
    if (typeof options.statCheck === 'function' &&
        (Reflect.apply(options.statCheck, this, [stat, headers, range]) === false ||
         this.headersSent || this.destroyed)) {
      if (isOurs) fs.close(fd, () => {});
      return;
    }
    if (stat.isFile()) {
      const left = stat.size - +range.offset;
      range.length = range.length < 0 ? left : Math.min(left, +range.length);
      headers['content-length'] = range.length;
    }
    sendFile(this, headers, fd, { ...range, isOurs }, (h, ends) => this.#send(h, ends));
  }

  additionalHeaders(given) {
    if (this.destroyed || this.closed) throw new codes.ERR_HTTP2_INVALID_STREAM();
    if (this.headersSent) throw new codes.ERR_HTTP2_HEADERS_AFTER_RESPOND();
    isObject(given, 'headers');
    const headers = { __proto__: null, ...given };
    if (headers[':status'] != null) {
      const status = headers[':status'] |= 0;
      if (status === 101) throw new codes.ERR_HTTP2_STATUS_101();
      if (status < 100 || status >= 200) throw new codes.ERR_HTTP2_INVALID_INFO_STATUS(status);
    }
    this[kActivity]();
    const text = fields.textOf(headers, fields.statusPseudo);
    if (this[kSentInfo]) this[kSentInfo].push(headers);
    else this[kSentInfo] = [headers];
    const status = native.info(this[kSession][kHandle], this.id, text, fields.count());
    if (status < 0) this.destroy(new NghttpError(status));
  }
}

function fileOptions(options) {
  options = { ...options };
  if (options.statCheck !== undefined && typeof options.statCheck !== 'function') {
    throw new codes.ERR_INVALID_ARG_VALUE('options.statCheck', options.statCheck);
  }
  for (const name of ['offset', 'length']) {
    if (options[name] !== undefined && typeof options[name] !== 'number') {
      throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, options[name]);
    }
  }
  return options;
}

// Reads a file piece by piece, each when the stream has room for it.
function sendFile(stream, headers, fd, { offset, length = -1, isOurs }, send) {
  const close = () => { if (isOurs) fs.close(fd, () => {}); };
  try {
    send(headers, false);
  } catch (error) {
    close();
    stream.destroy(error);
    return;
  }
  let position = offset === undefined || length === -1 && !offset ? null : +offset;
  let left = length < 0 ? Infinity : length;
  const finish = () => {
    close();
    if (!stream.destroyed) stream.end();
  };
  const next = () => {
    if (stream.destroyed) {
      close();
      return;
    }
    if (left === 0) {
      finish();
      return;
    }
    const bytes = Buffer.allocUnsafeSlow(Math.min(FILE_PIECE, left));
    fs.read(fd, bytes, 0, bytes.length, position, (error, count) => {
      if (error) {
        close();
        stream[kState].ended = true; // a reset is all that is said
        stream.close(NGHTTP2_INTERNAL_ERROR);
        return;
      }
      if (count === 0) {
        finish();
        return;
      }
      left -= count;
      if (position !== null) position += count;
      const piece = count === bytes.length ? bytes : bytes.subarray(0, count);
      if (stream.destroyed) {
        close();
      } else if (left === 0) {
        close();
        stream.end(piece);
      } else {
        stream.write(piece, (failed) => {
          if (failed) close();
          else next();
        });
      }
    });
  };
  next();
}

exports.ServerHttp2Stream = ServerHttp2Stream;

// SPDX-License-Identifier: MIT
// The handle of a TLS socket: like those of internal/stream_base.js, over one of them or over any
// Duplex. C is in js/bind/tls_*.c; events of the connection are passed to `owner`, the socket, by
// functions of the handle that internal/tls/socket.js sets (onhandshakedone and the like).
'use strict';
const { arrived, kNative } = require('internal/stream_base');
const { call, close, end, idOf, keep } = require('internal/async/contexts');
const { toBuffer } = require('internal/crypto/native');
const { open } = require('internal/tls/native');

const { EOF, EIO, EPROTO } = def('ERRNO');
const {
  HANDSHAKE_START, HANDSHAKE_DONE, ERROR, HELLO, CERTIFICATE, SESSION, KEYLOG, OCSP, OUTPUT,
  WRITE_ERROR,
} = def('TLS_EVENT');
const kDuplex = Symbol('duplex');
const kUnder = Symbol('under');

let native;

const buffer = (bytes) => (bytes === undefined ? null : toBuffer(bytes));
const text = (bytes) => toBuffer(bytes).toString('latin1');

// In the order of TLS_EVENT in js/lists.def.
const told = [
  (handle) => handle.onhandshakestart(),
  (handle) => handle.onhandshakedone(),
  (handle, number, error) => handle.onerror(error),
  (handle, number, id, name) => handle.onclienthello({
    sessionId: buffer(id), servername: text(name), tlsTicket: number !== 0,
  }),
  (handle, number, name) => handle.oncertcb({ servername: text(name), OCSPRequest: number !== 0 }),
  (handle, number, id, session) => handle.onnewsession(buffer(id), buffer(session)),
  (handle, number, line) => handle.onkeylog(Buffer.concat([toBuffer(line), Buffer.from('\n')])),
  (handle, number, response) => handle.onocspresponse(buffer(response)),
  (handle, number, bytes) => handle[kDuplex].output(toBuffer(bytes)),
  (handle, number, code, message) => { handle.writeError = toBuffer(message).toString(); },
];

const tell = (handle, kind, number, first, second) => {
  call(handle, 'tell', kind, number, first, second);
};

// What C calls, by the same numbers; their names are what traces show.
const events = [
  function tlsHandshakeStart(handle, number) { tell(handle, HANDSHAKE_START, number); },
  function tlsHandshakeDone(handle, number) { tell(handle, HANDSHAKE_DONE, number); },
  function tlsError(handle, number, error) { tell(handle, ERROR, number, error); },
  function tlsClientHello(handle, number, id, name) { tell(handle, HELLO, number, id, name); },
  function tlsCertificate(handle, number, name) { tell(handle, CERTIFICATE, number, name); },
  function tlsSession(handle, number, id, session) { tell(handle, SESSION, number, id, session); },
  function tlsKeylog(handle, number, line) { tell(handle, KEYLOG, number, line); },
  function tlsOCSPResponse(handle, number, response) { tell(handle, OCSP, number, response); },
  function tlsOutput(handle, number, bytes) { tell(handle, OUTPUT, number, bytes); },
  function tlsWriteError(handle, number, code, text) {
    tell(handle, WRITE_ERROR, number, code, text);
  },
  function tlsRecord(handle, nread, data) {
    call(handle, 'onread', nread, nread > 0 ? arrived(nread, data) : undefined);
  },
];

const asked = [
  (handle, name, offered) => handle.onalpn(name, toBuffer(offered)),
  (handle, hint, [maxKey, maxIdentity]) => handle.onpskclient(hint, maxKey, maxIdentity),
  (handle, identity, maxKey) => handle.onpskserver(identity, maxKey),
];

function start() {
  if (native !== undefined) return;
  native = open();
  native.setup(
    events,
    (handle, kind, first, second) => asked[kind](handle, first, second),
  );
}

// What a Duplex of the program is to the handle.
class Below {
  constructor(handle, stream) {
    stream.pause();
    this.handle = handle;
    this.stream = stream;
    this.ended = false;
    this.onData = (chunk) => {
      if (typeof chunk === 'string' || !ArrayBuffer.isView(chunk)) {
        stream.pause();
        stream.removeListener('data', this.onData);
        const { codes } = require('internal/errors');
        this.handle.owner?.destroy(new codes.ERR_STREAM_WRAP());
        return;
      }
      native.receive(handle[kNative], chunk);
    };
    stream.on('data', this.onData);
    stream.pause(); // adding a listener made it flow
    stream.on('end', () => this.#end());
    stream.on('close', () => this.#end());
  }

  #end() {
    if (this.ended) return;
    this.ended = true;
    native.receive(this.handle[kNative], EOF);
  }

  output(bytes) {
    const { handle, stream } = this;
    if (stream.destroyed || stream.writableEnded) {
      native.outputDone(handle[kNative], EPROTO);
      return;
    }
    stream.write(bytes, (error) => { // the next write has to wait for a turn of the loop
      setImmediate(() => native.outputDone(handle[kNative], error ? EIO : 0));
    });
  }

  close(callback) {
    const { stream } = this;
    stream.removeListener('data', this.onData);
    stream.destroy();
    setImmediate(callback);
  }
}

class TLSWrap {
  // Over the handle `parent`, whose socket is `under` if other code has made it; or over a Duplex.
  constructor(parent, under, context, isServer, duplex) {
    start();
    this[kNative] = native.newTls(context, isServer, parent?.[kNative]);
    this[kDuplex] = duplex === undefined ? null : new Below(this, duplex);
    this._parent = parent;
    this[kUnder] = under;
    this._secureContext = null;
    this.isServer = isServer;
    this.owner = undefined;
    this.onread = undefined;
    this.bytesRead = 0;
    this.bytesWritten = 0;
    this.reading = false;
    this.closed = false;
    this.handshakes = 0;
    this.lastHandshake = 0;
    this.writeError = undefined; // what a write that failed has to say
    native.own(this[kNative], this);
    keep(this, 'TLSWRAP');
  }

  // It has another user now.
  asyncReset() {
    end(this);
    keep(this, 'TLSWRAP');
  }

  tell(kind, number, first, second) { told[kind](this, number, first, second); }

  // Defaults for events without a handler.
  onhandshakestart() {}
  onhandshakedone() {}
  onerror() {}
  onclienthello() { native.helloDone(this[kNative], undefined); }
  oncertcb() { native.certificateDone(this[kNative], undefined, undefined); }
  onnewsession() { native.sessionStored(this[kNative]); }
  onkeylog() {}
  onocspresponse() {}

  // The socket below; packages look for the class of what stands for a stream.
  get _parentWrap() {
    if (this[kDuplex] === null) return this[kUnder];
    const { JSStreamSocket } = require('internal/net/stream_socket');
    const { prototype } = JSStreamSocket;
    return { __proto__: prototype, stream: this[kDuplex].stream };
  }

  get fd() { return this._parent?.fd ?? -1; }
  get isNative() { return this[kDuplex] === null; }
  get writeQueueSize() { return native.writeQueueSize(this[kNative]); }

  readStart() {
    this.reading = true;
    this[kDuplex]?.stream.resume();
    return native.readStart(this[kNative]);
  }

  readStop() {
    this.reading = false;
    this[kDuplex]?.stream.pause();
    return native.readStop(this[kNative]);
  }

  tryWrite(bytes) { return native.tryWrite(this[kNative], bytes); }
  write(req, data) {
    keep(req, 'WRITEWRAP');
    return native.write(this[kNative], req, data);
  }

  writev(req, list) {
    keep(req, 'WRITEWRAP');
    return native.writev(this[kNative], req, list);
  }

  shutdown(req) {
    keep(req, 'SHUTDOWNWRAP');
    if (this[kDuplex] === null) return native.shutdown(this[kNative], req);
    const { stream } = this[kDuplex];
    return native.shutdown(this[kNative], { oncomplete: (status) => {
      if (!stream.destroyed && !stream.writableEnded) stream.end();
      req.oncomplete(status);
    } });
  }

  destroySSL() { native.end(this[kNative]); }

  close(callback) {
    if (this.closed) return false;
    this.closed = true;
    if (this.owner?.ssl === this) this.owner.ssl = null;
    this.destroySSL();
    return close(this, callback, (done) => this.closeBelow(done ?? (() => {})));
  }

  closeBelow(done) {
    const under = this[kUnder];
    if (this[kDuplex] !== null) {
      this[kDuplex].close(done);
    } else if (under === undefined) {
      return this._parent.close(done);
    } else if (under._handle === this._parent) {
      under.once('close', done);
      under.destroy();
    } else {
      setImmediate(done);
    }
    return true;
  }

  ref() { this._parent?.ref(); }
  unref() { this._parent?.unref(); }
  hasRef() { return this._parent?.hasRef() ?? false; }
  getAsyncId() { return idOf(this); }
  open(fd) { return this._parent.open(fd); }
  bind(...args) { return this._parent.bind(...args); }
  connect(...args) { return this._parent.connect(...args); }
  setBlocking(on) { return this._parent?.setBlocking(on) ?? 0; }
  getsockname(out) { return this._parent?.getsockname?.(out) ?? EPROTO; }
  getpeername(out) { return this._parent?.getpeername?.(out) ?? EPROTO; }
  setNoDelay(on) { return this._parent?.setNoDelay?.(on) ?? 0; }
  setKeepAlive(on, seconds) { return this._parent?.setKeepAlive?.(on, seconds) ?? 0; }

  // Of the connection.
  start() { native.start(this[kNative]); }
  receive(bytes) { native.receive(this[kNative], bytes); }
  setVerifyMode(request, reject) { native.verifyMode(this[kNative], request, reject); }
  enableSessionCallbacks() { native.hearSessions(this[kNative]); }
  enableKeylogCallback() { native.hearKeylog(this[kNative]); }
  enableCertCb() { native.askCertificate(this[kNative]); }
  enableALPNCb() { native.askAlpn(this[kNative]); }
  setALPNProtocols(list) { native.alpn(this[kNative], list); }
  enablePskCallback(hint) { return native.psk(this[kNative], hint); }
  requestOCSP() { native.requestOcsp(this[kNative]); }
  certCbDone(context, response) {
    return native.certificateDone(this[kNative], context, response);
  }

  helloDone(session) { native.helloDone(this[kNative], session); }
  newSessionDone() { native.sessionStored(this[kNative]); }
  setKeyCert(context) { return native.useOf(this[kNative], context); }
  trace() { return native.trace(this[kNative]); }
  renegotiate() { native.renegotiate(this[kNative]); }
  setMaxSendFragment(size) { return native.maxFragment(this[kNative], size); }
  setServername(name) { native.serverName(this[kNative], name); }
  getServername() { return native.serverName(this[kNative], undefined); }
  getALPNNegotiatedProtocol() { return native.alpnProtocol(this[kNative]); }
  getCipher() { return native.cipher(this[kNative]); }
  getProtocol() { return native.protocol(this[kNative]); }
  getEphemeralKeyInfo() { return native.keyInfo(this[kNative]); }
  getFinished(peer) { return native.finished(this[kNative], peer); }
  getSession() { return native.session(this[kNative]); }
  setSession(session) {
    if (!ArrayBuffer.isView(session)) {
      throw Object.assign(new TypeError('Session must be a buffer'),
        { code: 'ERR_INVALID_ARG_TYPE' });
    }
    return native.setSession(this[kNative], session);
  }
  isSessionReused() { return native.isReused(this[kNative]); }
  getTLSTicket() { return native.ticket(this[kNative]); }
  getSharedSigalgs() { return native.sharedSignatures(this[kNative]); }
  exportKeyingMaterial(length, label, context) {
    return native.keyingMaterial(this[kNative], length, label, context);
  }

  peerCertificates(all) { return native.peer(this[kNative], all) ?? []; }
  ownCertificate() { return native.ownPeer(this[kNative]); }

  // An error, if the other side's certificate is not to be trusted.
  verifyError() {
    const found = native.verdict(this[kNative]);
    if (found === undefined) return null;
    const { verdictCodes } = require('internal/tls/verdicts');
    return Object.assign(new Error(found[1]), {
      code: verdictCodes[found[0]] ?? 'UNSPECIFIED',
    });
  }
}

function selfIssued(certificate) {
  return open().selfIssued(certificate);
}

module.exports = { TLSWrap, selfIssued };

// SPDX-License-Identifier: MIT
// What a TLS socket does on events of a handshake: errors, sessions, SNI, OCSP, ALPN, PSK, and too
// many handshakes.
'use strict';
const { codes } = require('internal/errors');
const { validateBuffer, validateString } = require('internal/validators');
const { options: programOptions } = require('internal/program');
const { process } = require('internal/process');
const { getNow } = require('internal/timers');

const PSK_ERROR = 'ERR_TLS_PSK_SET_IDENTIY_HINT_FAILED'; // so it is spelled

function onError(error) {
  const socket = this.owner;
  if (!socket || socket._hadError) return;
  socket._hadError = true;
  error = socket._callbackError ?? error; // what made it fail
  if (!socket._secureEstablished) {
    socket.destroy(error);
  } else if (socket._tlsOptions.isServer && socket._rejectUnauthorized &&
             /peer did not return a certificate/.test(error.message)) {
    socket.destroy(); // it was refused, which is no error of the server's
  } else {
    socket._emitTLSError(error);
  }
}

// A client may ask a server for another handshake, but not all the time.
function countHandshakes(handle, socket) {
  const { CLIENT_RENEG_LIMIT, CLIENT_RENEG_WINDOW } = require('tls');
  const now = getNow();
  if (now - handle.lastHandshake >= CLIENT_RENEG_WINDOW * 1000) handle.handshakes = 0;
  if (handle.handshakes === 0) handle.lastHandshake = now; // the window begins
  handle.handshakes++;
  if (handle.handshakes > CLIENT_RENEG_LIMIT) {
    setImmediate(() => socket._emitTLSError(new codes.ERR_TLS_SESSION_ATTACK()));
  }
}

function onHandshakeStart() {
  const socket = this.owner;
  if (socket._secureEstablished && socket._noRenegotiation) {
    socket._emitTLSError(new codes.ERR_TLS_RENEGOTIATION_DISABLED());
    return;
  }
  if (this.getProtocol() !== 'TLSv1.3') countHandshakes(this, socket);
}

// Once; and not when the socket is gone by then.
function answerOnce(socket, answer) {
  let called = false;
  return (error, value) => {
    if (called) {
      socket.destroy(new codes.ERR_MULTIPLE_CALLBACK());
      return;
    }
    called = true;
    if (error) socket.destroy(error);
    else if (!socket._handle) socket.destroy(new codes.ERR_SOCKET_CLOSED());
    else answer(value);
  };
}

function onClientHello(hello) {
  const socket = this.owner;
  const { server } = socket;
  const answer = answerOnce(socket, (session) => this.helloDone(session ?? undefined));
  if (hello.sessionId.length === 0 || hello.tlsTicket || !server ||
      !server.emit('resumeSession', hello.sessionId, answer)) {
    this.helloDone();
  }
}

function onNewSession(sessionId, session) {
  const socket = this.owner;
  const { server } = socket;
  if (!server) {
    this.newSessionDone();
    return;
  }
  socket._newSessionPending = true;
  let called = false;
  const done = () => {
    if (called) return;
    called = true;
    socket._newSessionPending = false;
    if (socket._handle) this.newSessionDone();
    if (socket._securePending) socket._finishInit();
    socket._securePending = false;
  };
  if (!server.emit('newSession', sessionId, session, done)) done();
}

// The handshake is done, but the session may still have to be stored.
function onHandshakeDoneServer() {
  const socket = this.owner;
  if (socket._newSessionPending) socket._securePending = true;
  else socket._finishInit();
}

function askOcsp(handle, socket, info, context) {
  const { server } = socket;
  const done = answerOnce(socket, (response) => {
    try {
      handle.certCbDone(context?.handle, response ?? undefined);
    } catch (error) {
      socket._callbackError = error;
      setImmediate(() => socket.destroy(error)); // the other side has been notified by then
    }
  });
  if (!info.OCSPRequest || !server || server.listenerCount('OCSPRequest') === 0) {
    done(null);
    return;
  }
  const used = context ?? server._sharedCreds.context;
  server.emit('OCSPRequest', used.getCertificate(), used.getIssuer(), done);
}

function onCertificate(info) {
  const socket = this.owner;
  const { Context } = require('internal/tls/context');
  if (info.servername) socket.servername = info.servername;
  if (!info.servername || !socket._SNICallback) {
    askOcsp(this, socket, info, undefined);
    return;
  }
  const answer = answerOnce(socket, (found) => {
    const context = found ? found.context || found : undefined;
    if (context !== undefined && !(context instanceof Context)) {
      socket.destroy(new TypeError('Invalid SNI context'));
      return;
    }
    context?.handleFor(socket._requestCert, false);
    askOcsp(this, socket, info, context);
  });
  try {
    socket._SNICallback(info.servername, answer);
  } catch (error) {
    socket.destroy(error);
  }
}

// The lengths and names of a list in wire format: [[index, name], ...].
function readProtocols(bytes) {
  const list = [];
  for (let at = 0; at < bytes.length; at += 1 + bytes[at]) {
    list.push([at, bytes.latin1Slice(at + 1, at + 1 + bytes[at])]);
  }
  return list;
}

function onAlpn(servername, bytes) {
  const socket = this.owner;
  const offered = readProtocols(bytes);
  const protocols = offered.map(([, name]) => name);
  try {
    const chosen = Reflect.apply(socket._tlsOptions.ALPNCallback, socket,
      [{ servername, protocols }]);
    if (chosen === undefined) return -1;
    const found = offered.find(([, name]) => name === chosen);
    if (found === undefined) {
      throw new codes.ERR_TLS_ALPN_CALLBACK_INVALID_RESULT(chosen, protocols);
    }
    return found[0];
  } catch (error) {
    socket._callbackError = error;
    return -1;
  }
}

function checkKey(key, maxKey) {
  validateBuffer(key, 'psk');
  if (key.length > maxKey) {
    throw new codes.ERR_INVALID_ARG_VALUE('psk', key, `Pre-shared key exceeds ${maxKey} bytes`);
  }
  return key;
}

// No key: the handshake fails.
function refusedBy(socket, ask) {
  try {
    return ask();
  } catch (error) {
    socket._callbackError = error;
    return undefined;
  }
}

function onPskServer(identity, maxKey) {
  const socket = this.owner;
  return refusedBy(socket, () => {
    const found = Reflect.apply(socket._tlsOptions.pskCallback, socket, [socket, identity]);
    if (found === undefined || found === null) return undefined;
    const key = found.psk !== undefined && !ArrayBuffer.isView(found) ? found.psk : found;
    return checkKey(key, maxKey);
  });
}

function onPskClient(hint, maxKey, maxIdentity) {
  const socket = this.owner;
  return refusedBy(socket, () => {
    const found = Reflect.apply(socket._tlsOptions.pskCallback, socket, [hint]);
    if (found === undefined || found === null) return undefined;
    const { psk, identity } = found;
    checkKey(psk, maxKey);
    validateString(identity, 'identity');
    if (Buffer.byteLength(identity) > maxIdentity) {
      throw new codes.ERR_INVALID_ARG_VALUE('identity', identity,
        `PSK identity exceeds ${maxIdentity} bytes`);
    }
    return [psk, identity];
  });
}

function prepareServer(socket, handle, options) {
  const { server } = options;
  handle.onhandshakestart = onHandshakeStart;
  handle.onhandshakedone = onHandshakeDoneServer;
  handle.onclienthello = onClientHello;
  handle.onnewsession = onNewSession;
  handle.oncertcb = onCertificate;
  if (server) {
    if (server.listenerCount('resumeSession') > 0 || server.listenerCount('newSession') > 0) {
      handle.enableSessionCallbacks();
    }
    if (server.listenerCount('OCSPRequest') > 0) handle.enableCertCb();
    if (server.listenerCount('keylog') > 0) {
      handle.enableKeylogCallback();
      socket.on('keylog', (line) => server.emit('keylog', line, socket));
    }
  }
  // The server's own way to find a context is needed only if there are several.
  const { SNICallback } = options;
  if (SNICallback && (!SNICallback.isServers || server._contexts.length > 0)) {
    socket._SNICallback = SNICallback;
    handle.enableCertCb();
  }
}

const bytesOf = (value) => (typeof value === 'string' ? Buffer.from(value, 'latin1') : value);

function prepareClient(socket, handle, options) {
  handle.onhandshakedone = () => socket._finishInit();
  handle.onnewsession = (id, session) => socket._gotSession(session);
  handle.onocspresponse = (response) => socket.emit('OCSPResponse', response);
  handle.enableSessionCallbacks();
  if (options.session) handle.setSession(bytesOf(options.session));
  if (socket._clientName) handle.setServername(socket._clientName);
  if (options.requestOCSP) handle.requestOCSP();
}

function preparePsk(handle, options) {
  const { pskCallback, pskIdentityHint } = options;
  if (!pskCallback) return;
  handle.onpskserver = onPskServer;
  handle.onpskclient = onPskClient;
  if (pskIdentityHint !== undefined && pskIdentityHint !== null) {
    validateString(pskIdentityHint, 'options.pskIdentityHint');
  }
  if (!handle.enablePskCallback(pskIdentityHint ?? undefined)) {
    const error = Object.assign(new Error('Failed to set PSK identity hint'), { code: PSK_ERROR });
    process.nextTick(() => handle.owner.destroy(error));
  }
}

let warned = false;

// --tls-keylog
function writeKeys(line) {
  const file = programOptions.tlsKeylog;
  if (!warned) {
    warned = true;
    process.emitWarning('Using --tls-keylog makes TLS connections insecure by writing secret ' +
      `key material to file ${file}`);
  }
  require('fs').appendFileSync(file, line, { mode: 0o600 });
}

// Before the handshake.
function prepare(socket, handle, options) {
  handle.onerror = onError;
  handle.onkeylog = (line) => socket.emit('keylog', line);
  if (programOptions.tlsKeylog) {
    handle.enableKeylogCallback();
    socket.on('keylog', writeKeys);
  }
  if (options.isServer) prepareServer(socket, handle, options);
  else prepareClient(socket, handle, options);
  if (options.ALPNProtocols) handle.setALPNProtocols(options.ALPNProtocols);
  if (options.ALPNCallback) {
    handle.onalpn = onAlpn;
    handle.enableALPNCb();
  }
  preparePsk(handle, options);
}

exports.prepare = prepare;

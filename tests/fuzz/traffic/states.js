// SPDX-License-Identifier: MIT
// The values of the documented properties of all objects of an exchange.
'use strict';
const { heads } = require('./serve.js');

const names = ['readable', 'readableEnded', 'readableFlowing', 'readableAborted', 'readableDidRead',
  'readableLength', 'readableEncoding', 'readableHighWaterMark', 'writable', 'writableEnded',
  'writableFinished', 'writableLength', 'writableNeedDrain', 'writableCorked',
  'writableHighWaterMark', 'destroyed', 'closed', 'connecting', 'pending', 'readyState',
  'bytesRead', 'bytesWritten', 'complete', 'aborted', 'finished', 'headersSent', 'reusedSocket',
  'shouldKeepAlive', 'chunkedEncoding', 'statusCode', 'statusMessage', 'upgrade', 'method',
  'httpVersion', 'listening', 'allowHalfOpen', 'timeout', 'maxRequestsOnConnectionReached'];

function stateOf(object) {
  const out = {};
  for (const name of names) {
    const value = object[name];
    if (value !== undefined && typeof value !== 'function') out[name] = value;
  }
  if (object.errored) out.errored = object.errored.code ?? object.errored.message;
  if (object.rawHeaders) {
    out.heads = heads(object);
    out.trailers = object.rawTrailers.join();
  }
  if ('socket' in object) out.hasSocket = Boolean(object.socket);
  for (const event of ['data', 'readable']) {
    out[`on ${event}`] = object.listenerCount(event);
  }
  return out;
}

exports.all = (run) => {
  const out = {};
  for (const [name, object] of Object.entries(run.objects)) {
    if (name === 'agent') {
      const count = (table) => Object.values(table).map((list) => list.length);
      out.agent = [count(object.sockets), count(object.freeSockets), count(object.requests)];
    } else {
      out[name] = stateOf(object);
    }
  }
  return out;
};

// SPDX-License-Identifier: MIT
// https.Agent: connections by their TLS options, and the sessions of former ones.
'use strict';
const http = require('http');
const tls = require('tls');


function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  Reflect.apply(http.Agent, this, [options]);
  this.defaultPort = 443;
  this.protocol = 'https:';
  this.maxCachedSessions = this.options.maxCachedSessions;
  if (this.maxCachedSessions === undefined) this.maxCachedSessions = 100;
  this._sessionCache = { map: {}, list: [] };
}
Object.setPrototypeOf(Agent.prototype, http.Agent.prototype);
Object.setPrototypeOf(Agent, http.Agent);

// (options), (port[, host][, options]), each with a callback at the end.
function readArguments(args) {
  const callback = typeof args.at(-1) === 'function' ? args.pop() : undefined;
  const [port, host, options] = args;
  const made = [port, host, options].find((one) => one !== null && typeof one === 'object') ?? {};
  const read = made === port ? made : { ...made };
  if (typeof port === 'number') read.port = port;
  if (typeof host === 'string') read.host = host;
  return [read, callback];
}

Agent.prototype.createConnection = function createConnection(...args) {
  let [options, callback] = readArguments(args);
  if (options._agentKey) {
    const session = this._getSession(options._agentKey);
    if (session) options = { session, ...options };
  }
  const socket = callback ? tls.connect(options, callback) : tls.connect(options);
  if (options._agentKey) {
    socket.on('session', (session) => this._cacheSession(options._agentKey, session));
    // One that did not work is not tried again.
    socket.once('close', (error) => { if (error) this._evictSession(options._agentKey); });
  }
  return socket;
};

// What connections have to agree in to be the same, in Node's order.
const parts = ['ca', 'cert', 'clientCertEngine', 'ciphers', 'key', 'pfx'];
const later = ['minVersion', 'maxVersion', 'secureProtocol', 'crl', 'honorCipherOrder',
  'ecdhCurve', 'dhparam', 'secureOptions', 'sessionIdContext', 'sigalgs', 'privateKeyIdentifier',
  'privateKeyEngine'];

Agent.prototype.getName = function getName(options = {}) {
  let name = Reflect.apply(http.Agent.prototype.getName, this, [options]);
  for (const part of parts) name += `:${options[part] || ''}`;
  name += `:${options.rejectUnauthorized === undefined ? '' : options.rejectUnauthorized}`;
  name += `:${options.servername && options.servername !== options.host ? options.servername : ''}`;
  for (const part of later) {
    const value = options[part];
    if (part === 'crl' || part === 'dhparam' || part === 'minVersion' || part === 'maxVersion' ||
        part === 'secureProtocol' || part === 'ecdhCurve') {
      name += `:${value || ''}`;
    } else if (part === 'sigalgs') {
      name += `:${value ? JSON.stringify(value) : ''}`;
    } else {
      name += `:${value === undefined ? '' : value}`;
    }
  }
  return name;
};

Agent.prototype._getSession = function getSession(key) {
  return this._sessionCache.map[key];
};

Agent.prototype._cacheSession = function cacheSession(key, session) {
  if (this.maxCachedSessions === 0) return;
  const { map, list } = this._sessionCache;
  if (map[key] === undefined) {
    if (list.length >= this.maxCachedSessions) delete map[list.shift()];
    list.push(key);
  }
  map[key] = session;
};

Agent.prototype._evictSession = function evictSession(key) {
  const { map, list } = this._sessionCache;
  const index = list.indexOf(key);
  if (index === -1) return;
  list.splice(index, 1);
  delete map[key];
};

exports.Agent = Agent;
exports.sharedAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });

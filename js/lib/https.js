// SPDX-License-Identifier: MIT
// https: not there yet, since tls is not. Programs may load it and make agents, as many do for the
// case that they need them; requests and servers throw.
'use strict';
const http = require('http');
const tls = require('tls');

class Agent extends http.Agent {
  constructor(options) {
    super(options);
    this.defaultPort = 443;
    this.protocol = 'https:';
    this.maxCachedSessions = this.options.maxCachedSessions ?? 100;
  }

  createConnection() { return tls.connect(); }
}

class Server extends tls.Server {}

module.exports = {
  Agent,
  globalAgent: new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 }),
  Server,
  createServer() { return new Server(); },
  get() { return tls.connect(); },
  request() { return tls.connect(); },
};

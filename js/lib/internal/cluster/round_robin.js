// SPDX-License-Identifier: MIT
// A socket that the primary listens on (SCHED_RR): connections go to the workers in turn, to each
// when it has accepted the previous one.
'use strict';
const net = require('net');

const IPV6_ONLY = 1;

class RoundRobinHandle {
  #key;
  #workers = new Set(); // those that listen
  #idle = new Set(); // of them: those that have accepted what they were given
  #connections = []; // that wait for somebody
  #server;
  #handle = null;

  constructor(key, address, { port, fd, flags, backlog, readableAll, writableAll }) {
    this.#key = key;
    this.#server = net.createServer();
    const { listen } = net.Server.prototype;
    const where = { backlog };
    if (fd >= 0) Object.assign(where, { fd });
    else if (port >= 0) {
      // As if the worker listened itself, which without a host takes both families.
      Object.assign(where, { port, host: address, ipv6Only: Boolean(flags & IPV6_ONLY) });
    } else {
      Object.assign(where, { path: address, readableAll, writableAll });
    }
    Reflect.apply(listen, this.#server, [where]);
    this.#server.once('listening', () => {
      this.#handle = this.#server._handle;
      this.#handle.onconnection = (status, handle) => this.#distribute(status, handle);
      this.#server._handle = null;
      this.#server = null;
    });
  }

  add(worker, reply) {
    this.#workers.add(worker);
    const listening = () => {
      if (!this.#handle) return; // all workers have left it meanwhile
      const sockname = {};
      if (this.#handle.getsockname?.(sockname) === 0) reply(null, { sockname }, null);
      else reply(null, null, null);
      this.#handOff(worker);
    };
    if (this.#server === null) {
      listening();
      return;
    }
    this.#server.once('listening', listening);
    this.#server.once('error', (error) => reply(error.errno, null));
  }

  // True if that was the last one.
  remove(worker) {
    if (!this.#workers.delete(worker)) return false;
    this.#idle.delete(worker);
    if (this.#workers.size > 0) return false;
    for (const connection of this.#connections) connection.close();
    this.#connections = [];
    if (this.#handle !== null) this.#handle.close();
    else this.#server?.close();
    this.#handle = null;
    return true;
  }

  #distribute(status, connection) {
    if (status < 0) return; // nobody to notify; the socket continues listening
    if (this.#handle === null) {
      connection.close();
      return;
    }
    this.#connections.push(connection);
    const [worker] = this.#idle;
    if (worker === undefined) return;
    this.#idle.delete(worker);
    this.#handOff(worker);
  }

  // A worker reports that it has accepted a connection before it reads from it. So one that was not
  // accepted may be given to another, also if the worker has died.
  #handOff(worker) {
    if (!this.#workers.has(worker)) return;
    const connection = this.#connections.shift();
    if (connection === undefined) {
      this.#idle.add(worker);
      return;
    }
    const sent = worker.wire.send({ act: 'newconn', key: this.#key }, connection, (answer) => {
      if (answer?.accepted) connection.close();
      else this.#distribute(0, connection);
      if (answer !== undefined) this.#handOff(worker);
    });
    if (!sent && !worker.isConnected()) this.#distribute(0, connection);
  }
}

exports.RoundRobinHandle = RoundRobinHandle;

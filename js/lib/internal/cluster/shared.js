// SPDX-License-Identifier: MIT
// A listening or bound socket that several workers share (SCHED_NONE, and datagrams): the kernel
// decides who gets what.
'use strict';

class SharedHandle {
  #workers = new Set();
  #handle = null;
  #errno = 0;

  constructor(address, { port, addressType, fd, flags }) {
    const made = addressType === 'udp4' || addressType === 'udp6' ?
      require('dgram')._createSocketHandle(address, port, addressType, fd, flags) :
      require('net')._createServerHandle(address, port, addressType, fd, flags);
    if (typeof made === 'number') this.#errno = made;
    else this.#handle = made;
  }

  add(worker, reply) {
    this.#workers.add(worker);
    reply(this.#errno, null, this.#handle);
  }

  // True if that was the last one.
  remove(worker) {
    if (!this.#workers.delete(worker) || this.#workers.size > 0) return false;
    this.#handle?.close();
    this.#handle = null;
    return true;
  }
}

exports.SharedHandle = SharedHandle;

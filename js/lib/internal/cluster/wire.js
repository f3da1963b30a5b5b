// SPDX-License-Identifier: MIT
// The messages between primary and workers, over the channel of internal/child/channel.js. Each
// message has a number (seq), which an answer repeats (ack). The messages are Node's:
//
//   worker to primary: online, queryServer, listening, close, exitedAfterDisconnect
//   primary to worker: newconn, disconnect
'use strict';

class Wire {
  #target;
  #next = 0;
  #waiting = new Map(); // by number: callbacks for answers

  // onMessage(message, handle): for messages that are not answers.
  constructor(target, onMessage) {
    this.#target = target;
    target.on('internalMessage', (message, handle) => {
      if (message.cmd !== 'NODE_CLUSTER') return;
      const callback = this.#waiting.get(message.ack);
      if (callback !== undefined) {
        this.#waiting.delete(message.ack);
        callback(message, handle);
      } else {
        onMessage(message, handle);
      }
    });
    // A process that has ended will not answer.
    target.once('disconnect', () => {
      for (const callback of this.#waiting.values()) callback(undefined);
      this.#waiting.clear();
    });
  }

  // callback(answer, handle); without an answer if the other side ends before it answers. False if
  // it has already ended; then the callback is not called.
  send(message, handle, callback) {
    if (!this.#target.connected) return false;
    const seq = this.#next++;
    if (callback !== undefined) this.#waiting.set(seq, callback);
    // 'disconnect' reports that it is gone.
    return this.#target.send({ cmd: 'NODE_CLUSTER', ...message, seq }, handle, undefined, () => {});
  }
}

exports.Wire = Wire;

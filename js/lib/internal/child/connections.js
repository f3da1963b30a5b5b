// SPDX-License-Identifier: MIT
// A server whose connections were sent to other processes still knows how many there are, and waits
// for them when it is closed. It asks over the channels; `key` identifies the server.
//
//   NODE_SOCKET_GET_COUNT     -> NODE_SOCKET_COUNT
//   NODE_SOCKET_NOTIFY_CLOSE  -> NODE_SOCKET_ALL_CLOSED, as soon as there is none left
'use strict';
const { codes } = require('internal/errors');

const kFollowed = Symbol('servers whose connections went there'); // of a channel's target
const kCounted = Symbol('connections that came from there');

// The connections of one server in one other process.
class Elsewhere {
  #target;
  #key;

  constructor(target, key) {
    this.#target = target;
    this.#key = key;
  }

  close(callback) {
    this.#ask('NODE_SOCKET_NOTIFY_CLOSE', 'NODE_SOCKET_ALL_CLOSED', callback);
  }

  getConnections(callback) {
    this.#ask('NODE_SOCKET_GET_COUNT', 'NODE_SOCKET_COUNT', (error, answer) => {
      if (error) callback(error);
      else callback(null, answer.count);
    });
  }

  #ask(question, answer, callback) {
    const target = this.#target;
    const key = this.#key;
    const stop = () => {
      target.removeListener('disconnect', onDisconnect);
      target.removeListener('internalMessage', onMessage);
    };
    const onDisconnect = () => {
      stop();
      callback(new codes.ERR_CHILD_CLOSED_BEFORE_REPLY());
    };
    const onMessage = (message) => {
      if (message.cmd !== answer || message.key !== key) return;
      stop();
      callback(null, message);
    };
    if (!target.connected) {
      onDisconnect();
      return;
    }
    target.once('disconnect', onDisconnect);
    target.on('internalMessage', onMessage);
    target._send({ cmd: question, key }, undefined, undefined, () => {}); // it may be gone by now
  }
}

// A connection of the server goes to the target.
function follow(target, server) {
  target[kFollowed] ??= new Set();
  const key = server._connectionKey;
  if (target[kFollowed].has(key)) return;
  target[kFollowed].add(key);
  const elsewhere = new Elsewhere(target, key);
  server._usingWorkers = true;
  server._workers.push(elsewhere);
  target.once('exit', () => {
    server._workers = server._workers.filter((one) => one !== elsewhere);
  });
}

// Answers what the other side asks about the connections of one of its servers.
function answer(target, key, mine) {
  const reply = (message) => target._send({ ...message, key }, undefined, undefined, () => {});
  const closed = () => {
    if (target.connected) reply({ cmd: 'NODE_SOCKET_ALL_CLOSED' });
  };
  target.on('internalMessage', ({ cmd, key: asked }) => {
    if (asked !== key) return;
    if (cmd === 'NODE_SOCKET_GET_COUNT') {
      if (target.connected) reply({ cmd: 'NODE_SOCKET_COUNT', count: mine.count });
    } else if (cmd === 'NODE_SOCKET_NOTIFY_CLOSE') {
      if (mine.count === 0) closed();
      else mine.onEmpty = closed;
    }
  });
}

// A connection has come from the target.
function count(target, key, socket) {
  target[kCounted] ??= new Map();
  let mine = target[kCounted].get(key);
  if (mine === undefined) {
    mine = { count: 0, onEmpty: null };
    target[kCounted].set(key, mine);
    answer(target, key, mine);
  }
  mine.count++;
  socket.once('close', () => {
    if (--mine.count > 0) return;
    mine.onEmpty?.();
    mine.onEmpty = null;
  });
}

module.exports = { follow, count };

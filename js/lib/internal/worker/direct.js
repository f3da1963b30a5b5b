// SPDX-License-Identifier: MIT
// postMessageToThread: a message to any thread, by its number. Each thread has an inbox
// (js/bind/messaging.c); the message brings a port for the answer, which is the result.
'use strict';
const { codes } = require('internal/errors');
const { validateNumber } = require('internal/validators');
const clone = require('internal/structured_clone');
const ports = require('internal/messaging/port');
const thread = require('internal/worker/thread');
const native = binding('messaging');

const [DONE, NO_LISTENER, ERRORED] = [0, 1, 2];
const { SENT } = def('POSTED');

// The result; waiting for it keeps nobody alive. If the other thread ends before, all of its ports
// close.
function answerOn(port, timeout) {
  return new Promise((resolve, reject) => {
    let timer;
    const finish = (error) => {
      clearTimeout(timer);
      port.close();
      if (error === undefined) resolve();
      else reject(error);
    };
    if (timeout !== undefined) {
      timer = setTimeout(() => finish(new codes.ERR_WORKER_MESSAGING_TIMEOUT()), timeout);
    }
    port.on('message', (answer) => {
      if (answer === DONE) finish();
      else if (answer === ERRORED) finish(new codes.ERR_WORKER_MESSAGING_ERRORED());
      else finish(new codes.ERR_WORKER_MESSAGING_FAILED());
    });
    port.on('close', () => finish(new codes.ERR_WORKER_MESSAGING_FAILED()));
    port.unref();
  });
}

async function postMessageToThread(threadId, value, transferList, timeout) {
  if (typeof transferList === 'number' && timeout === undefined) {
    timeout = transferList;
    transferList = [];
  }
  if (timeout !== undefined) validateNumber(timeout, 'timeout', 0);
  if (threadId === thread.threadId) throw new codes.ERR_WORKER_MESSAGING_SAME_THREAD();
  const endpoint = native.find(`thread ${threadId}`);
  if (endpoint === undefined) throw new codes.ERR_WORKER_MESSAGING_FAILED();
  const { port1, port2 } = new ports.MessageChannel();
  try {
    const list = [...clone.readTransfer(transferList), port2];
    const message = clone.write({ value, source: thread.threadId, reply: port2 }, list);
    if (ports.post(endpoint, message, native.postTo) !== SENT) {
      throw new codes.ERR_WORKER_MESSAGING_FAILED();
    }
  } catch (error) {
    port1.close();
    throw error;
  }
  await answerOn(port1, timeout);
}

function give(value, source) {
  if (process.listenerCount('workerMessage') === 0) return NO_LISTENER;
  try {
    process.emit('workerMessage', value, source);
    return DONE;
  } catch {
    return ERRORED; // it is the sender's to know
  }
}

// What was sent to this thread.
function openInbox(inbox) {
  inbox.on('message', ({ value, source, reply }) => {
    reply.postMessage(give(value, source));
    reply.close();
  });
  inbox.unref();
}

exports.openInbox = openInbox;
exports.postMessageToThread = postMessageToThread;

// SPDX-License-Identifier: MIT
// Members of process about what keeps it alive.
'use strict';
const native = binding('process');

// What programs know a kind of handle as.
const KINDS = {
  __proto__: null,
  tcp: 'TCPSocketWrap',
  pipe: 'PipeWrap',
  tty: 'TTYWrap',
  udp: 'UDPWrap',
  process: 'ProcessWrap',
  fs_event: 'FSEventWrap',
  fs_poll: 'StatWatcher',
  signal: 'SignalWrap',
  async: 'MessagePort',
};

// Calls of the file system in progress. They have no objects otherwise.
class FSReqCallback {}

function requests() {
  return Array.from({ length: binding('fs').pending() }, () => new FSReqCallback());
}

// [kind, owner] of each handle.
function handles() {
  const found = native.activeHandles();
  const pairs = [];
  for (let i = 0; i < found.length; i += 2) pairs.push([found[i], found[i + 1]]);
  return pairs;
}

function nameOf(kind, owner) {
  if (owner?.onconnection === undefined) return KINDS[kind] ?? kind;
  return kind === 'tcp' ? 'TCPServerWrap' : 'PipeServerWrap';
}

exports.nameOf = nameOf;

exports.getActiveResourcesInfo = function getActiveResourcesInfo() {
  const { countRefed } = require('internal/timers');
  const { counts, IMMEDIATE_REFS } = require('internal/state');
  const names = requests().map(() => 'FSReqCallback');
  for (const [kind, owner] of handles()) names.push(nameOf(kind, owner));
  for (let i = countRefed(); i > 0; i--) names.push('Timeout');
  for (let i = counts[IMMEDIATE_REFS]; i > 0; i--) names.push('Immediate');
  return names;
};

// A socket, a server, a child process; or the handle itself, if its owner is unknown.
exports._getActiveHandles = function _getActiveHandles() {
  return handles().map(([, owner]) => owner?.owner ?? owner).filter((owner) => owner !== undefined);
};

exports._getActiveRequests = function _getActiveRequests() { return requests(); };

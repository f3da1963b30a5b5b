// SPDX-License-Identifier: MIT
// Members of process that tell what keeps it alive.
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

exports.getActiveResourcesInfo = function getActiveResourcesInfo() {
  const { countRefed } = require('internal/timers');
  const { counts, IMMEDIATE_REFS } = require('internal/state');
  const names = native.activeHandles().map((kind) => KINDS[kind] ?? kind);
  for (let i = countRefed(); i > 0; i--) names.push('Timeout');
  for (let i = counts[IMMEDIATE_REFS]; i > 0; i--) names.push('Immediate');
  return names;
};

// The objects of modules that have handles or requests under way register themselves here.
const handles = new Set();
const requests = new Set();

exports._getActiveHandles = function _getActiveHandles() { return [...handles]; };
exports._getActiveRequests = function _getActiveRequests() { return [...requests]; };
exports.handles = handles;
exports.requests = requests;

// SPDX-License-Identifier: MIT
// A program's description of a child's stdio, converted to the form that C takes (js/bind/child.h).
'use strict';
const { codes } = require('internal/errors');
const { IGNORE, PIPE, FD, STREAM } = binding('child');

function expand(stdio, ipc) {
  const list = [];
  switch (stdio) {
    case 'ignore':
    case 'overlapped':
    case 'pipe':
      list.push(stdio, stdio, stdio);
      break;
    case 'inherit':
      list.push(0, 1, 2);
      break;
    default:
      throw new codes.ERR_INVALID_ARG_VALUE('stdio', stdio);
  }
  if (ipc) list.push('ipc');
  return list;
}

function describeOne(entry, i, sync, seen) {
  if (entry == null) entry = i < 3 ? 'pipe' : 'ignore';
  if (entry === 'ignore') return { type: 'ignore' };
  if (entry === 'pipe' || entry === 'overlapped') return { type: 'pipe' };
  if (typeof entry === 'number' && entry < 0) return { type: 'pipe' };
  if (entry === 'ipc') {
    if (sync) throw new codes.ERR_IPC_SYNC_FORK();
    if (seen.ipc) throw new codes.ERR_IPC_ONE_PIPE();
    seen.ipc = true;
    return { type: 'ipc' };
  }
  if (entry === 'inherit') return { type: 'inherit', fd: i };
  if (typeof entry === 'number') return { type: 'fd', fd: entry };
  if (typeof entry?.fd === 'number' && !entry._handle) return { type: 'fd', fd: entry.fd };
  const handle = entry?._handle ?? entry;
  if (typeof handle?.readStart === 'function') {
    const { kNative } = require('internal/stream_base');
    if (handle[kNative] !== undefined) {
      if (!sync && entry !== handle) lend(entry, handle);
      return { type: 'wrap', handle: handle[kNative] };
    }
  }
  if (typeof entry?.fd === 'number' && entry.fd >= 0) return { type: 'fd', fd: entry.fd };
  if (!sync && ArrayBuffer.isView(entry)) {
    throw new codes.ERR_INVALID_ARG_VALUE('stdio', entry);
  }
  if (sync && (ArrayBuffer.isView(entry) || typeof entry === 'string')) {
    return { type: 'pipe', input: entry };
  }
  throw new codes.ERR_INVALID_ARG_VALUE('stdio', entry);
}

const lent = new WeakSet();

// What comes over a stream is for the child that it is given to.
function lend(stream, handle) {
  handle.readStop();
  stream._reading = false;
  stream.pause();
  stream.readableFlowing = false;
  stream._readableState.reading = false;
  lent.add(stream);
}

// One description for each descriptor of the child.
function describe(stdio, sync) {
  if (typeof stdio === 'string') stdio = expand(stdio);
  else if (!Array.isArray(stdio)) throw new codes.ERR_INVALID_ARG_VALUE('stdio', stdio);
  stdio = stdio.slice();
  while (stdio.length < 3) stdio.push(undefined);
  const seen = {};
  return Array.from(stdio, (entry, i) => describeOne(entry, i, sync, seen));
}

// The flat list of pairs for C; `native` gives the handle of a pipe.
function forNative(entries, native) {
  const list = [];
  for (const entry of entries) {
    switch (entry.type) {
      case 'ignore': list.push(IGNORE, 0); break;
      case 'pipe':
      case 'ipc': list.push(PIPE, native === undefined ? 0 : native(entry)); break;
      case 'wrap': list.push(STREAM, entry.handle); break;
      default: list.push(FD, entry.fd);
    }
  }
  return list;
}

exports.expand = expand;
exports.isLent = (stream) => lent.has(stream);
exports.describe = describe;
exports.forNative = forNative;

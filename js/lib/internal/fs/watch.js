// SPDX-License-Identifier: MIT
// fs.watch, fs.watchFile and the iterator of fs.promises.watch.
'use strict';
const native = binding('fs');
const EventEmitter = require('events');
const { AbortError, codes, uvException } = require('internal/errors');
const { BigIntStats, Stats, makeBigIntStats, makeStats } = require('internal/fs/stats');
const { checkEncoding, toOptions, toPath } = require('internal/fs/validate');
const {
  validateAbortSignal, validateBoolean, validateFunction, validateObject, validateUint32,
} = require('internal/validators');

const RENAME = 1;

function toName(name, encoding) {
  if (name === null || typeof name === 'string') return name;
  const bytes = Buffer.from(name.buffer);
  return encoding === 'buffer' ? bytes : bytes.toString(encoding);
}

function watchError(errno, path) {
  const error = uvException({
    errno, syscall: 'watch', path: path.toString(),
    message: errno === -28 ? 'System limit for number of file watchers reached' : undefined,
  });
  error.filename = path;
  return error;
}

class FSWatcher extends EventEmitter {
  #watcher;
  #inner; // the watchers of directories below, if recursive

  // Starts to watch: called by fs.watch.
  static start(watcher, path, { encoding, persistent, recursive }) {
    const raw = encoding !== undefined && encoding !== 'utf8' && encoding !== 'utf-8';
    const changed = (status, events, name) => {
      if (status < 0) {
        watcher.close();
        watcher.emit('error', watchError(status, path));
        return;
      }
      watcher.emit('change', events & RENAME ? 'rename' : 'change', toName(name, encoding));
    };
    const found = native.watch(path, raw, changed);
    if (typeof found === 'number') throw watchError(found, path);
    watcher.#watcher = found;
    watcher._handle = { close() { native.watchClose(found); } };
    if (!persistent) native.watchHold(found, false);
    if (recursive) {
      const { watchBelow } = require('internal/fs/watch_tree');
      watcher.#inner = watchBelow(watcher, path, { encoding, persistent });
    }
  }

  start() {} // it has begun

  close() {
    if (this.#watcher === undefined) return;
    native.watchClose(this.#watcher);
    this.#watcher = undefined;
    this.#inner?.close();
    process.nextTick(() => this.emit('close'));
  }

  ref() {
    if (this.#watcher !== undefined) native.watchHold(this.#watcher, true);
    return this;
  }

  unref() {
    if (this.#watcher !== undefined) native.watchHold(this.#watcher, false);
    return this;
  }
}

function watch(filename, options, listener) {
  if (typeof options === 'function') listener = options;
  options = { persistent: true, recursive: false, ...toOptions(options, {}) };
  const { persistent, recursive, signal } = options;
  validateBoolean(Boolean(persistent), 'options.persistent');
  const path = toPath(filename, 'path');
  if (options.recursive != null) validateBoolean(recursive, 'options.recursive');
  const watcher = new FSWatcher();
  FSWatcher.start(watcher, path, { encoding: options.encoding, persistent, recursive });
  if (listener) {
    validateFunction(listener, 'listener');
    watcher.addListener('change', listener);
  }
  if (signal) {
    if (signal.aborted) {
      process.nextTick(() => watcher.close());
    } else {
      const onAbort = () => watcher.close();
      signal.addEventListener('abort', onAbort, { once: true });
      watcher.once('close', () => signal.removeEventListener('abort', onAbort));
    }
  }
  return watcher;
}

async function* watchIterator(filename, options) {
  validateObject(options, 'options');
  const { persistent = true, recursive = false, encoding = 'utf8', signal,
    maxQueue = 2048, overflow = 'ignore' } = options;
  const path = toPath(filename);
  validateBoolean(persistent, 'options.persistent');
  validateBoolean(recursive, 'options.recursive');
  validateAbortSignal(signal, 'options.signal');
  checkEncoding(encoding);
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
  const queue = [];
  let wake = null;
  let failed;
  const tell = () => {
    wake?.();
    wake = null;
  };
  const watcher = watch(path, { persistent, recursive, encoding }, (eventType, name) => {
    if (queue.length < maxQueue) {
      queue.push({ __proto__: null, eventType, filename: name });
    } else if (overflow === 'throw') {
      failed = new codes.ERR_FS_WATCH_QUEUE_OVERFLOW(maxQueue);
    } else {
      process.emitWarning('fs.watch maxQueue exceeded');
    }
    tell();
  });
  watcher.on('error', (error) => {
    failed = error;
    tell();
  });
  const onAbort = () => {
    failed = new AbortError(undefined, { cause: signal.reason });
    tell();
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      while (queue.length > 0 && failed === undefined) yield queue.shift();
      if (failed !== undefined) throw failed;
      await new Promise((resolve) => { wake = resolve; });
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    watcher.close();
  }
}

// --- watchFile: one watcher for each path, however many listen.

class StatWatcher extends EventEmitter {
  #watcher;
  #last = -1;
  #bigint;

  constructor(bigint) {
    super();
    this.#bigint = bigint;
  }

  start(path, persistent, interval) {
    if (this.#watcher !== undefined) return;
    const make = this.#bigint ? makeBigIntStats : makeStats;
    const found = native.watchStat(path, this.#bigint, interval, (status) => {
      // A missing file is reported once.
      if (this.#last < 0 && status === this.#last) return;
      this.#last = status;
      const now = make(0);
      const before = make(1);
      if (status < 0) {
        this.emit('change', now, before, status);
      } else {
        this.emit('change', now, before);
      }
    });
    if (typeof found === 'number') {
      throw uvException({ errno: found, syscall: 'watch', path: path.toString() });
    }
    this.#watcher = found;
    if (!persistent) native.watchHold(found, false);
  }

  stop() {
    if (this.#watcher === undefined) return;
    native.watchClose(this.#watcher);
    this.#watcher = undefined;
    process.nextTick(() => this.emit('stop'));
  }

  ref() {
    if (this.#watcher !== undefined) native.watchHold(this.#watcher, true);
    return this;
  }

  unref() {
    if (this.#watcher !== undefined) native.watchHold(this.#watcher, false);
    return this;
  }
}

const statWatchers = new Map();

function keyOf(filename) {
  return require('path').resolve(toPath(filename, 'path').toString());
}

function watchFile(filename, options, listener) {
  const key = keyOf(filename);
  if (options === null || typeof options !== 'object') {
    listener = options;
    options = undefined;
  }
  const { interval = 5007, persistent = true, bigint = false } = options ?? {};
  validateFunction(listener, 'listener');
  validateUint32(interval, 'interval');
  let watcher = statWatchers.get(key);
  if (watcher === undefined) {
    watcher = new StatWatcher(Boolean(bigint));
    watcher.start(key, persistent, interval);
    statWatchers.set(key, watcher);
  }
  watcher.addListener('change', listener);
  return watcher;
}

function unwatchFile(filename, listener) {
  const key = keyOf(filename);
  const watcher = statWatchers.get(key);
  if (watcher === undefined) return;
  if (typeof listener === 'function') watcher.removeListener('change', listener);
  else watcher.removeAllListeners('change');
  if (watcher.listenerCount('change') === 0) {
    watcher.stop();
    statWatchers.delete(key);
  }
}

module.exports = {
  BigIntStats, FSWatcher, StatWatcher, Stats, unwatchFile, watch, watchFile, watchIterator,
};

// SPDX-License-Identifier: MIT
// The module v8, as far as another engine supports it. Figures of the heap are those of
// JavaScriptCore; flags change nothing; what only V8 can do throws. serialize() writes V8's format.
'use strict';
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');

function unavailable(name) {
  return function () {
    throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM(`v8.${name}`);
  };
}

function heap() {
  return process.memoryUsage();
}

function getHeapStatistics() {
  const { heapTotal, heapUsed, external, rss } = heap();
  const total = require('os').totalmem();
  return {
    total_heap_size: heapTotal,
    total_heap_size_executable: 0,
    total_physical_size: rss,
    total_available_size: Math.max(0, total - heapUsed),
    used_heap_size: heapUsed,
    heap_size_limit: total,
    malloced_memory: 0,
    peak_malloced_memory: 0,
    does_zap_garbage: 0,
    number_of_native_contexts: 1,
    number_of_detached_contexts: 0,
    total_global_handles_size: 0,
    used_global_handles_size: 0,
    external_memory: external,
  };
}

// The engine has one space.
function getHeapSpaceStatistics() {
  const { heapTotal, heapUsed } = heap();
  return [{
    space_name: 'heap',
    space_size: heapTotal,
    space_used_size: heapUsed,
    space_available_size: Math.max(0, heapTotal - heapUsed),
    physical_space_size: heapTotal,
  }];
}

function getHeapCodeStatistics() {
  return {
    code_and_metadata_size: 0,
    bytecode_and_metadata_size: 0,
    external_script_source_size: 0,
    cpu_profiler_metadata_size: 0,
  };
}

// Flags are V8's: they change nothing here, except for one that programs use to get a function.
function setFlagsFromString(flags) {
  validateString(flags, 'flags');
  if (/^--?expose[-_]gc$/.test(flags)) {
    Object.defineProperty(globalThis, 'gc', {
      value: function gc() { binding('script').collect(); },
      writable: true, enumerable: false, configurable: true,
    });
  }
}

class GCProfiler {
  start() { unavailable('GCProfiler')(); }
  stop() { unavailable('GCProfiler')(); }
}

const startupSnapshot = {
  isBuildingSnapshot: () => false,
  addSerializeCallback: unavailable('startupSnapshot.addSerializeCallback'),
  addDeserializeCallback: unavailable('startupSnapshot.addDeserializeCallback'),
  setDeserializeMainFunction: unavailable('startupSnapshot.setDeserializeMainFunction'),
};

module.exports = {
  cachedDataVersionTag: () => 0,
  getHeapSnapshot: unavailable('getHeapSnapshot'),
  getHeapStatistics,
  getHeapSpaceStatistics,
  getHeapCodeStatistics,
  setFlagsFromString,
  setHeapSnapshotNearHeapLimit: unavailable('setHeapSnapshotNearHeapLimit'),
  takeCoverage() {},
  stopCoverage() {},
  writeHeapSnapshot: unavailable('writeHeapSnapshot'),
  queryObjects: unavailable('queryObjects'),
  get promiseHooks() { return require('internal/async/promise_hooks').promiseHooks; },
  startupSnapshot,
  GCProfiler,
  get Serializer() { return require('internal/v8/serialize').Serializer; },
  get Deserializer() { return require('internal/v8/serialize').Deserializer; },
  get DefaultSerializer() { return require('internal/v8/serialize').DefaultSerializer; },
  get DefaultDeserializer() { return require('internal/v8/serialize').DefaultDeserializer; },
  serialize: (value) => require('internal/v8/serialize').serialize(value),
  deserialize: (bytes) => require('internal/v8/serialize').deserialize(bytes),
};

// SPDX-License-Identifier: MIT
// The module 'perf_hooks'.
'use strict';
const entries = require('internal/perf/entries');
const { Performance, performance } = require('internal/perf/performance');
const { createHistogram, monitorEventLoopDelay } = require('internal/perf/histogram');
const { PerformanceResourceTiming } = require('internal/perf/resource');

module.exports = {
  Performance,
  PerformanceEntry: entries.PerformanceEntry,
  PerformanceMark: entries.PerformanceMark,
  PerformanceMeasure: entries.PerformanceMeasure,
  PerformanceObserver: entries.PerformanceObserver,
  PerformanceObserverEntryList: entries.PerformanceObserverEntryList,
  PerformanceResourceTiming,
  monitorEventLoopDelay,
  createHistogram,
  performance,
};
const constants = {};
Object.entries({
  NODE_PERFORMANCE_GC_MAJOR: 4,
  NODE_PERFORMANCE_GC_MINOR: 1,
  NODE_PERFORMANCE_GC_INCREMENTAL: 8,
  NODE_PERFORMANCE_GC_WEAKCB: 16,
  NODE_PERFORMANCE_GC_FLAGS_NO: 0,
  NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2,
  NODE_PERFORMANCE_GC_FLAGS_FORCED: 4,
  NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8,
  NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16,
  NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32,
  NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64,
}).forEach(([name, value]) => {
  Object.defineProperty(constants, name, {
    value, writable: false, enumerable: false, configurable: false,
  });
});
Object.defineProperty(module.exports, 'constants', {
  value: constants, writable: false, enumerable: true, configurable: false,
});

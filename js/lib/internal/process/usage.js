// SPDX-License-Identifier: MIT
// Members of process that measure: time, processor, memory.
'use strict';
const native = binding('process');
const { codes, uvException } = require('internal/errors');
const { validateNumber } = require('internal/validators');

const NANOSECONDS = 1e9;
const SECONDS = 2; // in parts
const REST = 3;
const { readTime, time: parts } = native;
const whole = new BigUint64Array(parts.buffer, parts.byteOffset, 1);

function hrtime(time) {
  readTime();
  const seconds = parts[SECONDS];
  const rest = parts[REST];
  if (time === undefined) return [seconds, rest];
  if (!Array.isArray(time)) throw new codes.ERR_INVALID_ARG_TYPE('time', 'Array', time);
  if (time.length !== 2) throw new codes.ERR_OUT_OF_RANGE('time', 2, time.length);
  const passed = rest - time[1];
  return passed < 0 ? [seconds - time[0] - 1, passed + NANOSECONDS] : [seconds - time[0], passed];
}
hrtime.bigint = function bigint() {
  readTime();
  return whole[0];
};

// getrusage's figures under the names of process.resourceUsage, in the order of the binding.
const FIGURES = [
  'userCPUTime', 'systemCPUTime', 'maxRSS', 'sharedMemorySize', 'unsharedDataSize',
  'unsharedStackSize', 'minorPageFault', 'majorPageFault', 'swappedOut', 'fsRead', 'fsWrite',
  'ipcSent', 'ipcReceived', 'signalsCount', 'voluntaryContextSwitches',
  'involuntaryContextSwitches',
];

function figures() {
  const seen = native.usage();
  if (typeof seen === 'number') throw uvException({ errno: seen, syscall: 'uv_getrusage' });
  return seen;
}

function resourceUsage() {
  const usage = {};
  figures().forEach((figure, i) => { usage[FIGURES[i]] = figure; });
  return usage;
}

function checkFigure(value, name) {
  validateNumber(value, name);
  if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) {
    throw new codes.ERR_INVALID_ARG_VALUE.RangeError(name, value);
  }
}

function checkUsage(prevValue) {
  if (prevValue) {
    if (typeof prevValue !== 'object' || Array.isArray(prevValue)) {
      throw new codes.ERR_INVALID_ARG_TYPE('prevValue', 'object', prevValue);
    }
    checkFigure(prevValue.user, 'prevValue.user');
    checkFigure(prevValue.system, 'prevValue.system');
  }
}

// What has been used, or what since then.
function used([user, system], prevValue) {
  return prevValue ? { user: user - prevValue.user, system: system - prevValue.system } :
    { user, system };
}

function cpuUsage(prevValue) {
  checkUsage(prevValue);
  return used(figures(), prevValue);
}

function threadCpuUsage(prevValue) {
  checkUsage(prevValue);
  const seen = native.threadUsage();
  if (typeof seen === 'number') throw uvException({ errno: seen, syscall: 'uv_getrusage_thread' });
  return used(seen, prevValue);
}

function rss() {
  const bytes = native.rss();
  if (bytes < 0) throw uvException({ errno: bytes, syscall: 'uv_resident_set_memory' });
  return bytes;
}

let toldOfHeap = false;
function tellOfHeap() {
  toldOfHeap = true;
  require('internal/process').process.emitWarning(
    'This engine does not tell how large its heap is: the figures are 0', 'EngineWarning');
}

function memoryUsage() {
  if (!toldOfHeap && !binding('engine').hasHeap()) tellOfHeap();
  const [heapTotal, heapUsed, external] = native.heap();
  return { rss: rss(), heapTotal, heapUsed, external, arrayBuffers: external };
}
memoryUsage.rss = rss;

exports.hrtime = hrtime;
exports.uptime = function uptime() { return native.uptime(); };
exports.resourceUsage = resourceUsage;
exports.cpuUsage = cpuUsage;
exports.threadCpuUsage = threadCpuUsage;
exports.checkUsage = checkUsage;
exports.used = used;
exports.memoryUsage = memoryUsage;
exports.constrainedMemory = function constrainedMemory() { return native.constrainedMemory(); };
exports.availableMemory = function availableMemory() { return native.availableMemory(); };

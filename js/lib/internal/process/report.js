// SPDX-License-Identifier: MIT
// process.report: what the process looks like, for people who look for a fault afterwards.
'use strict';
const native = binding('process');
const { process } = require('internal/process');
const { validateBoolean, validateString, validateObject } = require('internal/validators');

const settings = {
  directory: '', filename: '', compact: false, excludeNetwork: false, signal: 'SIGUSR2',
  reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false,
};
let sequence = 0;

function header(trigger, filename, now) {
  const os = require('os');
  return {
    reportVersion: 4,
    event: 'JavaScript API',
    trigger,
    filename,
    dumpEventTime: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    dumpEventTimeStamp: String(+now),
    processId: process.pid,
    threadId: 0,
    cwd: process.cwd(),
    commandLine: native.argv,
    nodejsVersion: process.version,
    wordSize: 64,
    arch: process.arch,
    platform: process.platform,
    componentVersions: { ...process.versions },
    release: { ...process.release },
    osName: os.type(),
    osRelease: os.release(),
    osVersion: os.version(),
    osMachine: os.machine(),
    cpus: os.cpus().map(({ model, speed, times }) => ({ model, speed, ...times })),
    networkInterfaces: settings.excludeNetwork ? [] :
      Object.entries(os.networkInterfaces()).flatMap(([name, list]) => (
        list.map((one) => ({ name, ...one })))),
    host: os.hostname(),
  };
}

function stackOf(error) {
  const [message, ...lines] = `${error?.stack ?? error}`.split('\n');
  return { message, stack: lines.map((line) => line.trim()), errorProperties: { ...error } };
}

function build(error, trigger, filename) {
  const { heapTotal, heapUsed, rss, external } = process.memoryUsage();
  return {
    header: header(trigger, filename, new Date()),
    javascriptStack: stackOf(error),
    javascriptHeap: {
      totalMemory: heapTotal, usedMemory: heapUsed, externalMemory: external,
      totalCommittedMemory: rss,
    },
    nativeStack: [],
    resourceUsage: process.resourceUsage(),
    libuv: native.activeHandles().map((type) => ({ type, is_active: true, is_referenced: true })),
    workers: [],
    environmentVariables: { ...process.env },
    userLimits: {},
    sharedObjects: [],
  };
}

function checkError(error) {
  if (error === undefined) return new Error('JavaScript Callstack');
  validateObject(error, 'err');
  return error;
}

function defaultName() {
  const digits = new Date().toISOString().replace(/[-:]/g, '').split(/[T.]/);
  const count = String(++sequence).padStart(3, '0');
  return `report.${digits[0]}.${digits[1]}.${process.pid}.0.${count}.json`;
}

const report = {
  writeReport(file, err) {
    if (typeof file === 'object' && file !== null) {
      err = file;
      file = undefined;
    } else if (file !== undefined) {
      validateString(file, 'file');
    }
    const error = checkError(err);
    const name = file || settings.filename || defaultName();
    const path = require('path').resolve(settings.directory || '.', name);
    const text = JSON.stringify(build(error, 'API', name), null, settings.compact ? 0 : 2);
    require('fs').writeFileSync(path, `${text}\n`);
    return name;
  },
  getReport(err) {
    return build(checkError(err), 'GetReport', null);
  },
};

for (const name of Object.keys(settings)) {
  const isText = typeof settings[name] === 'string';
  Object.defineProperty(report, name, {
    get() { return settings[name]; },
    set(value) {
      if (name === 'signal') require('internal/validators').validateSignalName(value, 'signal');
      else (isText ? validateString : validateBoolean)(value, name);
      settings[name] = value;
    },
    enumerable: true,
    configurable: true,
  });
}

exports.report = report;

// SPDX-License-Identifier: MIT
// process.report: the state of the process, for finding a fault afterwards.
'use strict';
const native = binding('process');
const machine = binding('report');
const { process } = require('internal/process');
const { validateBoolean, validateString, validateObject } = require('internal/validators');

const settings = {
  directory: '', filename: '', compact: false, excludeNetwork: false, signal: 'SIGUSR2',
  reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false,
};
let sequence = 0;

function header(event, trigger, filename, now) {
  const os = require('os');
  return {
    reportVersion: 4,
    event,
    trigger,
    filename,
    dumpEventTime: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    dumpEventTimeStamp: String(+now),
    processId: process.pid,
    threadId: 0,
    cwd: process.cwd(),
    commandLine: native.argv,
    nodejsVersion: process.version,
    glibcVersionRuntime: machine.libcRuns,
    glibcVersionCompiler: machine.libcBuilt,
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

const MICROSECONDS = 1e6;
const KILOBYTE = 1024;

function usage(rss) {
  const os = require('os');
  const figures = process.resourceUsage();
  const user = figures.userCPUTime / MICROSECONDS;
  const kernel = figures.systemCPUTime / MICROSECONDS;
  const percent = (seconds) => 100 * seconds / Math.max(process.uptime(), Number.EPSILON);
  return {
    free_memory: os.freemem(),
    total_memory: os.totalmem(),
    rss,
    constrained_memory: process.constrainedMemory(),
    available_memory: process.availableMemory?.() ?? os.freemem(),
    userCpuSeconds: user,
    kernelCpuSeconds: kernel,
    cpuConsumptionPercent: percent(user + kernel),
    userCpuConsumptionPercent: percent(user),
    kernelCpuConsumptionPercent: percent(kernel),
    maxRss: figures.maxRSS * KILOBYTE,
    pageFaults: {
      IORequired: figures.majorPageFault, IONotRequired: figures.minorPageFault,
    },
    fsActivity: { reads: figures.fsRead, writes: figures.fsWrite },
  };
}

function userLimits() {
  const shown = (value) => (value === Infinity ? 'unlimited' : value);
  return Object.fromEntries(Object.entries(machine.limits()).map(([name, [soft, hard]]) => (
    [name, { soft: shown(soft), hard: shown(hard) }])));
}

function build(error, event, trigger, filename) {
  const { heapTotal, heapUsed, rss, external } = process.memoryUsage();
  return {
    header: header(event, trigger, filename, new Date()),
    javascriptStack: stackOf(error),
    javascriptHeap: {
      totalMemory: heapTotal, usedMemory: heapUsed, externalMemory: external,
      totalCommittedMemory: rss,
    },
    nativeStack: machine.stack(),
    resourceUsage: usage(rss),
    libuv: machine.handles(),
    workers: [],
    environmentVariables: { ...process.env },
    userLimits: userLimits(),
    sharedObjects: machine.libraries(),
    javascriptEngine: require('internal/engine_parts').about(),
  };
}

function checkError(error) {
  if (error === undefined) {
    const { ERR_SYNTHETIC } = require('internal/errors').codes;
    return new ERR_SYNTHETIC();
  }
  validateObject(error, 'err');
  return error;
}

function defaultName() {
  const digits = new Date().toISOString().replace(/[-:]/g, '').split(/[T.]/);
  const count = String(++sequence).padStart(3, '0');
  return `report.${digits[0]}.${digits[1]}.${process.pid}.0.${count}.json`;
}

function write(error, event, trigger, file) {
  const name = file || settings.filename || defaultName();
  const text = JSON.stringify(build(error, event, trigger, name), null, settings.compact ? 0 : 2);
  if (name === 'stdout' || name === 'stderr') {
    binding('stdio').write(name === 'stdout' ? 1 : 2, `${text}\n`);
  } else {
    const path = require('path').resolve(settings.directory || exports.diagnosticDirectory, name);
    require('fs').writeFileSync(path, `${text}\n`);
  }
  return name;
}

// --- reports that the program did not ask for itself

function onSignal(signal) {
  write(checkError(undefined), signal, 'Signal');
}

function listen(isOn) {
  process.removeListener(settings.signal, onSignal);
  if (isOn) process.on(settings.signal, onSignal);
}

function onUncaught(error) {
  write(error, 'Exception', 'Exception');
}

// What else has to be done when a setting changes, before it does.
const effects = {
  signal(value) {
    if (settings.reportOnSignal) listen(false);
    settings.signal = value;
    if (settings.reportOnSignal) listen(true);
  },
  reportOnSignal: listen,
  reportOnUncaughtException(value) {
    require('internal/fatal').onDeath = value ? onUncaught : undefined;
  },
  reportOnFatalError(value) {
    if (value) {
      process.emitWarning('The engine does not tell of its fatal errors: there will be no report');
    }
  },
};

const report = {
  writeReport(file, err) {
    if (typeof file === 'object' && file !== null) {
      err = file;
      file = undefined;
    } else if (file !== undefined) {
      validateString(file, 'file');
    }
    return write(checkError(err), 'JavaScript API', 'API', file);
  },
  getReport(err) {
    return build(checkError(err), 'JavaScript API', 'GetReport', null);
  },
};

for (const name of Object.keys(settings)) {
  const isText = typeof settings[name] === 'string';
  Object.defineProperty(report, name, {
    get() { return settings[name]; },
    set(value) {
      if (name === 'signal') require('internal/validators').validateSignalName(value, 'signal');
      else (isText ? validateString : validateBoolean)(value, name);
      effects[name]?.(value);
      settings[name] = value;
    },
    enumerable: true,
    configurable: true,
  });
}

exports.report = report;
exports.diagnosticDirectory = '.'; // --diagnostic-dir

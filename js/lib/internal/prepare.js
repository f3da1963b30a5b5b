// SPDX-License-Identifier: MIT
// What options and variables change before the program runs, and the syntax check (-c). Called by
// internal/main.js if needed.
'use strict';
const { process } = require('internal/process');
const stdio = binding('stdio');
const script = binding('script');

// What only matters if there is an option or a variable for it.
function apply(options) {
  const { read, trusted: variable } = binding('env');
  if (variable('NODE_NO_WARNINGS') === '1') options.warnings = false;
  if (variable('NODE_PENDING_DEPRECATION') === '1') options.pendingDeprecation = true;
  const redirect = variable('NODE_REDIRECT_WARNINGS');
  if (redirect) options.redirectWarnings ??= redirect;
  if (variable('NODE_PRESERVE_SYMLINKS') === '1') options.preserveSymlinks = true;
  if (variable('NODE_PRESERVE_SYMLINKS_MAIN') === '1') options.preserveSymlinksMain = true;
  const wish = variable('GYRE_VIRTUAL_TIME');
  if (wish !== undefined && wish !== '' && wish !== '0') options.virtualTime = true;
  if (variable('GYRE_EXPLORE') !== undefined || variable('GYRE_REPLAY') !== undefined) {
    options.virtualTime ||= binding('explore').isVirtual(); // the loop has read them
  }
  if (options.virtualTime) startVirtual();
  if (options.virtualTime && binding('explore').isTold()) {
    require('internal/explore/journal').start();
  }
  if (['GYRE_WHY', 'GYRE_BLOCK_THRESHOLD', 'GYRE_TRACE', 'GYRE_LIVE'].some(variable) ||
      ['why', 'blockThreshold', 'trace', 'live'].some((name) => options[name] !== undefined)) {
    require('internal/scope/start').start(options);
  }
  if (read('NODE_CHANNEL_FD') !== undefined) openChannel(process.env);
  if (variable('NODE_COMPILE_CACHE')) require('internal/modules/compile_cache').enable();
  if (variable('WATCH_REPORT_DEPENDENCIES')) require('internal/watch').tellFiles();
  if (process.execArgv.length > 0 || variable('NODE_OPTIONS')) applyAll(options);
  if (options.warnings === false) process.removeAllListeners('warning');
}

function startVirtual() {
  const errno = require('internal/explore/virtual').start();
  if (errno === 0) return;
  throw require('internal/errors').uvException({ errno, syscall: '--virtual-time' });
}

function applyInWorker(options) {
  if (options.virtualTime) startVirtual();
  applyAll(options);
}

// This process was forked by another one.
function openChannel(env) {
  const fd = parseInt(env.NODE_CHANNEL_FD, 10);
  const mode = env.NODE_CHANNEL_SERIALIZATION_MODE || 'json';
  delete env.NODE_CHANNEL_FD; // it is not for children of this one
  delete env.NODE_CHANNEL_SERIALIZATION_MODE;
  require('child_process')._forkChild(fd, mode);
  if (process.argv[1] !== undefined && env.NODE_UNIQUE_ID) {
    require('cluster')._setupWorker();
    delete env.NODE_UNIQUE_ID; // nor is this
  }
}

function applyAll(options) {
  if (options.deprecation === false) process.noDeprecation = true;
  if (options.throwDeprecation) process.throwDeprecation = true;
  if (options.traceDeprecation) process.traceDeprecation = true;
  if (options.title !== undefined) process.title = options.title;
  if (options.stackTraceLimit !== undefined) Error.stackTraceLimit = options.stackTraceLimit;
  if (options.zeroFillBuffers) require('internal/buffer/fast').uncleared.from = Infinity;
  if (options.opensslConfig !== undefined) checkConfiguration();
  if (options.exposeGc) {
    Object.defineProperty(globalThis, 'gc', {
      value: function gc() { script.collect(); },
      writable: true, enumerable: false, configurable: true,
    });
  }
  if (options.envFile !== undefined || options.envFileIfExists !== undefined) {
    loadEnvFiles(options);
  }
  require('internal/switches').apply(options);
  if (options.require !== undefined) {
    const { Module } = require('internal/modules/cjs');
    Module._initPaths();
    Module._preloadModules(options.require);
  }
}

// One that leaves OpenSSL without random numbers is of no use: as in Node, nothing runs with it.
function checkConfiguration() {
  if (require('internal/crypto/native').open().canRandom()) return;
  binding('stdio').write(2, 'OpenSSL configuration error: there are no random numbers\n');
  process.abort();
}

// Of files with the same variable the later one wins; what was set before stays.
function loadEnvFiles({ envFile = [], envFileIfExists = [] }) {
  const { parse } = require('internal/process/dotenv');
  const found = {};
  const load = (file, isNeeded) => {
    const text = stdio.readText(file);
    if (typeof text === 'string') Object.assign(found, parse(text));
    else if (isNeeded) {
      stdio.write(2, `${process.argv0}: ${file}: not found\n`);
      binding('process').exit(9);
    } else {
      stdio.write(2, `${file} not found. Continuing without it.\n`);
    }
  };
  envFile.forEach((file) => load(file, true));
  envFileIfExists.forEach((file) => load(file, false));
  for (const [name, value] of Object.entries(found)) {
    if (!Object.hasOwn(process.env, name)) process.env[name] = value;
  }
}

function check(file) {
  let name = '[stdin]';
  let text;
  if (file === undefined || file === '-') {
    text = stdio.readText(0);
  } else {
    const { Module } = require('internal/modules/cjs');
    Module._initPaths();
    name = Module._resolveFilename(
      require('internal/modules/paths').resolve(process.cwd(), file), null, true);
    text = stdio.readText(name);
  }
  if (typeof text === 'number') {
    throw require('internal/errors').uvException({ errno: text, syscall: 'open', path: name });
  }
  require('internal/modules/run').checkSyntax(text, name);
}

exports.apply = apply;
exports.applyInWorker = applyInWorker;
exports.check = check;

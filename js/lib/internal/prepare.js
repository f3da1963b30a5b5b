// SPDX-License-Identifier: MIT
// What the options and variables change before the program runs, and the look at a program's syntax
// (-c). Called by internal/main.js if there is anything of that.
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
  if (['GYRE_WHY', 'GYRE_BLOCK_THRESHOLD', 'GYRE_TRACE', 'GYRE_LIVE'].some(variable) ||
      ['why', 'blockThreshold', 'trace', 'live'].some((name) => options[name] !== undefined)) {
    require('internal/scope/start').start(options);
  }
  if (read('NODE_CHANNEL_FD') !== undefined) openChannel(process.env);
  if (process.execArgv.length > 0 || variable('NODE_OPTIONS')) applyAll(options);
  if (options.warnings === false) process.removeAllListeners('warning');
}

// This process was forked by another one.
function openChannel(env) {
  const fd = parseInt(env.NODE_CHANNEL_FD, 10);
  const mode = env.NODE_CHANNEL_SERIALIZATION_MODE || 'json';
  delete env.NODE_CHANNEL_FD; // it is not for children of this one
  delete env.NODE_CHANNEL_SERIALIZATION_MODE;
  require('child_process')._forkChild(fd, mode);
}

function applyAll(options) {
  if (options.deprecation === false) process.noDeprecation = true;
  if (options.throwDeprecation) process.throwDeprecation = true;
  if (options.traceDeprecation) process.traceDeprecation = true;
  if (options.title !== undefined) process.title = options.title;
  if (options.stackTraceLimit !== undefined) Error.stackTraceLimit = options.stackTraceLimit;
  if (options.zeroFillBuffers) require('internal/buffer/fast').uncleared.from = Infinity;
  if (options.exposeGc) {
    Object.defineProperty(globalThis, 'gc', {
      value: function gc() { script.collect(); },
      writable: true, enumerable: false, configurable: true,
    });
  }
  for (const file of options.envFile ?? []) loadEnvFile(file);
  if (options.require !== undefined) {
    const { Module } = require('internal/modules/cjs');
    Module._initPaths();
    Module._preloadModules(options.require);
  }
}

function loadEnvFile(file) {
  try {
    process.loadEnvFile(file);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    stdio.write(2, `${process.argv0}: ${file}: not found\n`);
    binding('process').exit(9);
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
exports.check = check;

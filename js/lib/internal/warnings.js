// SPDX-License-Identifier: MIT
// process.emitWarning, and how a warning is printed. Loaded with the first warning.
'use strict';
const { codes } = require('internal/errors');
const { options } = require('internal/program');

function argumentError(name, expected, value) {
  return new codes.ERR_INVALID_ARG_TYPE(name, expected, value);
}

function make(message, type, code, detail, below) {
  const warning = new Error(message);
  warning.name = String(type || 'Warning');
  if (code !== undefined) warning.code = code;
  if (detail !== undefined) warning.detail = detail;
  Error.captureStackTrace?.(warning, below);
  return warning;
}

// emitWarning(warning), (warning, type), (warning, type, code), (warning, { type, code, detail });
// a function in place of any of these is the one above which stack traces begin.
function emitWarning(warning, type, code, ctor) {
  const { process } = require('internal/process');
  if (isDeprecation(type) && (process.noDeprecation || options.noDeprecation)) return;
  let detail;
  if (type !== null && typeof type === 'object' && !Array.isArray(type)) {
    ctor = type.ctor;
    code = type.code;
    if (typeof type.detail === 'string') ({ detail } = type);
    type = type.type || 'Warning';
  } else if (typeof type === 'function') {
    ctor = type;
    code = undefined;
    type = 'Warning';
  }
  if (type !== undefined && typeof type !== 'string') throw argumentError('type', 'string', type);
  if (typeof code === 'function') {
    ctor = code;
    code = undefined;
  } else if (code !== undefined && typeof code !== 'string') {
    throw argumentError('code', 'string', code);
  }
  if (typeof warning === 'string') {
    warning = make(warning, type, code, detail, ctor || process.emitWarning);
  } else if (!(warning instanceof Error)) {
    throw argumentError('warning', ['Error', 'string'], warning);
  }
  if (warning.name === 'DeprecationWarning') {
    if (process.noDeprecation || options.noDeprecation) return;
    if (process.throwDeprecation || options.throwDeprecation) {
      // Thrown where nobody can catch it.
      process.nextTick(() => { throw warning; });
      return;
    }
  }
  process.nextTick(tell, warning);
}

function isDeprecation(type) {
  return type === 'DeprecationWarning' || type?.type === 'DeprecationWarning';
}

function tell(warning) {
  require('internal/process').process.emit('warning', warning);
}

// The listener of 'warning' that every process begins with.
function onWarning(warning) {
  if (!(warning instanceof Error)) return;
  const { process } = require('internal/process');
  const isDeprecated = warning.name === 'DeprecationWarning';
  if (isDeprecated && (process.noDeprecation || options.noDeprecation)) return;
  if (options.disableWarning?.some((one) => one === warning.name || one === warning.code)) return;
  print(text(warning, process, isDeprecated));
}

let hinted = false;

function text(warning, process, isDeprecated) {
  const trace = process.traceProcessWarnings || options.traceWarnings ||
    (isDeprecated && (process.traceDeprecation || options.traceDeprecation));
  let message = `(${process.release.name}:${process.pid}) `;
  if (warning.code) message += `[${warning.code}] `;
  if (trace && warning.stack) {
    message += stackOf(warning);
  } else {
    message += typeof warning.toString === 'function' ? `${warning}` :
      Error.prototype.toString.call(warning);
  }
  if (typeof warning.detail === 'string') message += `\n${warning.detail}`;
  if (!trace && !hinted) {
    hinted = true;
    const flag = isDeprecated ? '--trace-deprecation' : '--trace-warnings';
    const name = require('path').basename(process.argv0 || 'node', '.exe');
    message += `\n(Use \`${name} ${flag} ...\` to show where the warning was created)`;
  }
  return message;
}

function stackOf(warning) {
  const head = `${warning.name}: ${warning.message}`;
  const { stack } = warning;
  return stack.includes(warning.message) && stack.startsWith(warning.name) ? stack :
    `${head}\n${stack}`;
}

function print(message) {
  const path = options.redirectWarnings;
  if (path) {
    try {
      require('fs').appendFileSync(path, `${message}\n`);
      return;
    } catch {
      // What cannot be written there is better seen than lost.
    }
  }
  // So that a program that has replaced the console or stderr sees it.
  require('console').warn(message);
}

exports.emitWarning = emitWarning;
exports.onWarning = onWarning;

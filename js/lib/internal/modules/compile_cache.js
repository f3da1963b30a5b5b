// SPDX-License-Identifier: MIT
// The compile cache of module.enableCompileCache() and NODE_COMPILE_CACHE: CommonJS files that were
// loaded before come as bytecode, with the functions that were called then. Bytecode of new files
// is written when the program ends.
'use strict';
const { codes } = require('internal/errors');
const { process } = require('internal/process');
const native = binding('compile_cache');
const { trusted } = binding('env'); // a setuid program ignores variables

const [FAILED, ENABLED, ALREADY_ENABLED, DISABLED] = [0, 1, 2, 3]; // module.constants
const SHORTEST = 512; // a text that is shorter is parsed as soon as a file is read

const { toString: textOf } = Function.prototype;

let directory; // with the cache's files; undefined: there is no cache
let isPortable = false; // files are known by their place relative to it

const isDisabled = () => Boolean(trusted('NODE_DISABLE_COMPILE_CACHE'));

function givenDirectory(options) {
  const given = typeof options === 'object' && options !== null ? options.directory : options;
  if (given !== undefined && typeof given !== 'string') {
    const error = new codes.ERR_INVALID_ARG_TYPE('cacheDir', 'string', given);
    error.message = 'cacheDir should be a string';
    throw error;
  }
  if (given !== undefined) return given;
  return trusted('NODE_COMPILE_CACHE') ||
    require('path').join(require('os').tmpdir(), 'node-compile-cache');
}

// Of this version, this engine, and this user.
function ownName(version) {
  return `${process.version}-gyre-${process.arch}-${version.toString(16)}-${process.getuid()}`;
}

function enable(options = undefined) {
  const given = givenDirectory(options);
  if (isDisabled()) {
    return { status: DISABLED, message: 'Disabled by NODE_DISABLE_COMPILE_CACHE' };
  }
  if (directory !== undefined) return { status: ALREADY_ENABLED, directory };
  const version = native.start();
  if (version === 0) {
    return { status: FAILED, message: 'This engine\'s bytecode cannot be kept' };
  }
  const { join, resolve } = require('path');
  const whole = resolve(given);
  const own = join(whole, ownName(version));
  try {
    require('fs').mkdirSync(own, { recursive: true, mode: 0o700 });
  } catch (error) {
    return { status: FAILED, message: `Cannot create cache directory: ${error.message}` };
  }
  directory = own;
  isPortable = Boolean(options?.portable ?? trusted('NODE_COMPILE_CACHE_PORTABLE') === '1');
  require('internal/modules/compile').cacheBy(evaluate);
  process.on('exit', flush);
  return { status: ENABLED, directory: whole };
}

// The value of a script, or undefined if it is not worth it.
function evaluate(text, url) {
  if (text.length < SHORTEST) return undefined;
  const key = isPortable ? require('path').relative(directory, url) : url;
  const made = native.run(text, url, directory, key);
  if (native.wasFresh() && !isWhole(made, text)) native.dropLast();
  return made;
}

// The function is all of the text, in parentheses. A text may end it and go on: that is not kept.
function isWhole(made, text) {
  return typeof made === 'function' && Reflect.apply(textOf, made, []).length === text.length - 2;
}

function flush() {
  if (directory !== undefined) native.save(directory);
}

exports.enable = enable;
exports.flush = flush;
exports.directory = () => directory;

// SPDX-License-Identifier: MIT
// The compile cache: files that a program has loaded before come as bytecode, with the functions
// that were called then. What is new is written when the program ends, to one file per program.
//
// It is used by module.enableCompileCache() and NODE_COMPILE_CACHE, in the directory that they say,
// and without being asked by programs that have a lot of text, in the user's directory for such
// things (GYRE_CACHE).
'use strict';
const program = require('internal/program');
const { process } = require('internal/process');
const native = binding('compile_cache');
const { trusted } = binding('env'); // a setuid program ignores variables

const [FAILED, ENABLED, ALREADY_ENABLED, DISABLED] = [0, 1, 2, 3]; // module.constants
const SHORTEST = 512; // a text that is shorter is parsed as soon as a file is read

const { toString: textOf } = Function.prototype;

let directory; // the one that the program has asked for
let isPortable = false; // files are known by their place relative to the directory
let hasNew = false; // texts that had no bytecode

const isDisabled = () => Boolean(trusted('NODE_DISABLE_COMPILE_CACHE'));

function givenDirectory(options) {
  const given = typeof options === 'object' && options !== null ? options.directory : options;
  if (given !== undefined && typeof given !== 'string') {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    const error = new ERR_INVALID_ARG_TYPE('cacheDir', 'string', given);
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
  native.open(`${own}/`, keyOf(mainFile() ?? ''), '');
  require('internal/modules/compile').cacheBy(cache);
  program.onEnd = flush;
  return { status: ENABLED, directory: whole };
}

const keyOf = (url) => (isPortable ? require('path').relative(directory, url) : url);

// --- without being asked

const mainFile = () => process.mainModule?.filename ?? process.argv[1];

// What a program does must not depend on whether it ran before where that is recorded or repeated.
const recording = ['GYRE_EXPLORE', 'GYRE_REPLAY', 'GYRE_VIRTUAL_TIME', 'GYRE_TRACE', 'GYRE_LIVE',
  'NODE_V8_COVERAGE'];

function isRecorded({ virtualTime, trace, live }) {
  return Boolean(virtualTime) || trace !== undefined || live !== undefined ||
    recording.some((name) => trusted(name));
}

// undefined: there is none, or it is somebody else's, for instance that of the user whose HOME root
// has kept.
function automaticDirectory() {
  const wish = trusted('GYRE_CACHE');
  if (wish && wish[0] !== '/' && wish !== 'off' && wish !== '0') {
    process.emitWarning(`GYRE_CACHE is "${wish}", neither "off" nor an absolute path: ` +
      'no bytecode is kept');
  }
  if (wish) return wish[0] === '/' ? wish : undefined;
  const [home, given] = [trusted('HOME'), trusted('XDG_CACHE_HOME')];
  const base = given?.[0] === '/' ? given : home?.[0] === '/' ? `${home}/.cache` : undefined;
  if (base === undefined || home === '/') return undefined;
  const above = base.slice(0, base.lastIndexOf('/'));
  const isOwn = native.isOwn(`${base}/gyre`) ?? native.isOwn(base) ?? native.isOwn(above);
  return isOwn ? `${base}/gyre` : undefined;
}

// The cache, if there is one for this program.
function startAutomatic() {
  const main = mainFile();
  if (main?.[0] !== '/' || isDisabled() || isRecorded(program.options)) return undefined;
  const place = automaticDirectory();
  const version = place === undefined ? 0 : native.start();
  if (version === 0) return undefined;
  native.open(`${place}/${version.toString(16)}-${process.versions.gyre}-`, main, place);
  program.onEnd = flush;
  return cache;
}

// --- texts

const cache = {
  // The value of a script, or undefined if it is not worth it.
  evaluate(text, url) {
    if (text.length < SHORTEST) return undefined;
    const made = native.run(text, url, keyOf(url));
    if (native.wasFresh()) {
      if (isWhole(made, text)) hasNew = true;
      else native.dropLast();
    }
    return made;
  },

  // The text of the module that is made next.
  expect(text, url) {
    if (text.length < SHORTEST || !native.hasModules()) return;
    native.expect(text, keyOf(url));
    hasNew ||= native.wasFresh();
  },
};

// The function is all of the text, in parentheses. A text may end it and go on: that is not kept.
function isWhole(made, text) {
  return typeof made === 'function' && Reflect.apply(textOf, made, []).length === text.length - 2;
}

// Without being asked, a file is not written for a few texts that have changed.
function flush() {
  native.save(hasNew && directory !== undefined);
  hasNew = false;
}

exports.enable = enable;
exports.startAutomatic = startAutomatic;
exports.flush = () => { if (directory !== undefined) flush(); };
exports.directory = () => directory;

// SPDX-License-Identifier: MIT
// The options of the command line and of NODE_OPTIONS. parse() gives what they say as an object
// whose keys are their names in camel case (--trace-warnings: traceWarnings, --no-warnings:
// warnings is false); internal/main.js acts on it and puts it where the library looks
// (internal/program.js). Their descriptions are in internal/help.js.
'use strict';

// What follows an option: nothing (flag), a text (maybe: only behind "=", else it is empty), a
// whole number, or a text each time it is given (list). `here` marks those that only the command
// line may have. The names are searched as text: few are ever asked for, and a table of them all
// would be made at every start.
const kinds = [
  { kind: 'flag',
    here: true,
    names: ' check help interactive print version verbose test v8-options build-snapshot prof ' },
  { kind: 'text', here: true, names: ' eval ' },
  { kind: 'list', here: true, names: ' env-file ' },
  { kind: 'maybe', here: true, names: ' live trace ' },
  { kind: 'flag',
    here: false,
    names: ' abort-on-uncaught-exception deprecation enable-source-maps expose-gc ' +
      'experimental-abortcontroller experimental-default-type experimental-fetch ' +
      'experimental-global-customevent experimental-global-navigator ' +
      'experimental-global-webcrypto experimental-import-meta-resolve ' +
      'experimental-json-modules experimental-modules experimental-repl-await ' +
      'experimental-require-module experimental-top-level-await experimental-vm-modules ' +
      'experimental-wasm-modules experimental-worker extra-info-on-fatal-exception ' +
      'force-async-hooks-checks frozen-intrinsics global-search-paths harmony ' +
      'insecure-http-parser network-family-autoselection node-snapshot pending-deprecation ' +
      'preserve-symlinks preserve-symlinks-main test-only throw-deprecation ' +
      'trace-deprecation trace-exit trace-sigint trace-uncaught trace-warnings ' +
      'track-heap-objects verify-base-objects warnings why zero-fill-buffers ' },
  { kind: 'text',
    here: false,
    names: ' diagnostic-dir disable-proto dns-result-order icu-data-dir input-type ' +
      'redirect-warnings test-reporter test-reporter-destination title tls-cipher-list ' +
      'unhandled-rejections ' },
  { kind: 'list',
    here: false,
    names: ' conditions disable-warning import require test-name-pattern ' },
  { kind: 'number',
    here: false,
    names: ' block-threshold max-http-header-size max-old-space-size max-semi-space-size ' +
      'stack-size stack-trace-limit v8-pool-size ' },
];

function find(name) {
  const word = ` ${name} `;
  for (const entry of kinds) {
    if (entry.names.includes(word)) return entry;
  }
  return undefined;
}

const shortNames = {
  '-C': '--conditions',
  '-c': '--check',
  '-e': '--eval',
  '-h': '--help',
  '-i': '--interactive',
  '-p': '--print',
  '-r': '--require',
  '-v': '--version',
};

// Other spellings.
const aliases = {
  '--es-module-specifier-resolution': '--experimental-specifier-resolution',
  '--expose_gc': '--expose-gc',
  '--prof-process': '--prof',
  '--security-reverts': '--security-revert',
};

// What asks for something that there is not; silence would mislead.
const missing = {
  'build-snapshot': 'start-up snapshots do not exist here',
  'experimental-loader': 'loader hooks do not exist here',
  'experimental-permission': 'there is no permission model here',
  'experimental-policy': 'policies do not exist here',
  'experimental-specifier-resolution': 'it was removed from Node 19 on',
  'inspect': 'there is no inspector here',
  'inspect-brk': 'there is no inspector here',
  'inspect-port': 'there is no inspector here',
  'loader': 'loader hooks do not exist here',
  'prof': 'there is no profiler here',
  'v8-options': 'the engine is not V8',
  'watch': 'files cannot be watched from the command line',
};

const rejectionModes = ['throw', 'strict', 'warn', 'none', 'warn-with-error-code'];

class Refused extends Error {}

function camel(name) {
  if (!name.includes('-')) return name;
  return name.replace(/-([a-z0-9])/g, (all, letter) => letter.toUpperCase());
}

// The option that a word names: { name, entry, negated, value }; undefined if there is none.
function lookUp(word) {
  word = shortNames[word] ?? word;
  if (!word.startsWith('--')) return undefined;
  const equals = word.indexOf('=');
  let name = equals < 0 ? word : word.slice(0, equals);
  if (name.includes('_')) name = name.replaceAll('_', '-');
  name = (aliases[name] ?? name).slice(2);
  const value = equals < 0 ? undefined : word.slice(equals + 1);
  if (name in missing) throw new Refused(`--${name}: ${missing[name]}`);
  let entry = find(name);
  if (entry !== undefined) return { name, entry, negated: false, value };
  if (!name.startsWith('no-')) return undefined;
  name = name.slice(3);
  entry = find(name);
  if (entry === undefined) return undefined;
  if (entry.kind !== 'flag') {
    throw new Refused(
      `--no-${name} is an invalid negation because it is not a boolean option`);
  }
  return { name, entry, negated: true, value };
}

function wholeNumber(word, value) {
  if (!/^-?\d+$/.test(value)) throw new Refused(`bad option: ${word}`);
  return Number(value);
}

// Takes words from the front while they are options; returns how many. -p may stand alone or have
// the program behind it.
function take(words, options, fromEnvironment) {
  let at = 0;
  while (at < words.length) {
    const word = words[at];
    if (word === '--') {
      if (fromEnvironment) throw new Refused('-- is not allowed in NODE_OPTIONS');
      return at + 1;
    }
    if (word === '-' || !word.startsWith('-')) {
      if (fromEnvironment) throw new Refused(`${word} is not allowed in NODE_OPTIONS`);
      return at;
    }
    at++;
    const evaluates = word === '-pe' || word === '-p' || word === '--print';
    const found = lookUp(evaluates ? '--print' : word);
    if (found === undefined || (fromEnvironment && found.entry.here)) {
      const shown = fromEnvironment ? word.split('=')[0] : word;
      throw new Refused(fromEnvironment ? `${shown} is not allowed in NODE_OPTIONS` :
        `bad option: ${shown}`);
    }
    if (evaluates) {
      options.print = true;
      const next = words[at];
      if (word === '-pe' && next === undefined) throw new Refused(`${word} requires an argument`);
      if (next !== undefined && (word === '-pe' || next === '-' || !next.startsWith('-'))) {
        options.eval = next;
        at++;
      }
    } else {
      at += store(found, word, words[at], options);
    }
  }
  return at;
}

// Returns how many words were taken for the value.
function store({ name, entry, negated, value }, word, next, options) {
  const key = camel(name);
  if (entry.kind === 'flag') {
    options[key] = !negated;
    return 0;
  }
  let taken = 0;
  if (entry.kind === 'maybe') {
    value ??= '';
  } else if (value === undefined) {
    // A value that looks like an option has to be tied to its name by "=".
    if (next === undefined || (next.startsWith('-') && next.length > 1 && name !== 'eval')) {
      throw new Refused(`${word} requires an argument`);
    }
    value = next;
    taken = 1;
  } else if (value === '' && entry.kind !== 'text') {
    throw new Refused(`${word.split('=')[0]}= requires an argument`);
  }
  if (entry.kind === 'list') (options[key] ??= []).push(value);
  else options[key] = entry.kind === 'number' ? wholeNumber(word, value) : value;
  return taken;
}

// The words of NODE_OPTIONS: between spaces, or in double quotes with \ before what is meant
// literally.
function split(text) {
  const words = [];
  let word = '';
  let inQuotes = false;
  let begun = false;
  for (let i = 0; i < text.length; i++) {
    let letter = text[i];
    if (letter === '\\' && inQuotes) {
      if (i + 1 === text.length) {
        throw new Refused('invalid value for NODE_OPTIONS (invalid escape)');
      }
      letter = text[++i];
    } else if (letter === ' ' && !inQuotes) {
      if (begun) words.push(word);
      word = '';
      begun = false;
      continue;
    } else if (letter === '"') {
      inQuotes = !inQuotes;
      begun = true;
      continue;
    }
    word += letter;
    begun = true;
  }
  if (inQuotes) throw new Refused('invalid value for NODE_OPTIONS (unterminated string)');
  if (begun) words.push(word);
  return words;
}

function checkValues(options) {
  const { inputType, unhandledRejections } = options;
  if (unhandledRejections !== undefined && !rejectionModes.includes(unhandledRejections)) {
    throw new Refused('invalid value for --unhandled-rejections');
  }
  if (inputType !== undefined && inputType !== 'commonjs' && inputType !== 'module') {
    throw new Refused('--input-type must be "module" or "commonjs"');
  }
  if (options.blockThreshold !== undefined && options.blockThreshold < 1) {
    throw new Refused('--block-threshold must be at least 1');
  }
  if (options.live !== undefined && !(/^\d{0,5}$/.test(options.live) && options.live <= 65535)) {
    throw new Refused('--live must be a port, from 0 to 65535');
  }
  if (options.verbose && !options.version) throw new Refused('--verbose belongs to --version');
  if (options.check && (options.eval !== undefined || options.interactive)) {
    throw new Refused('either --check or --eval can be used, not both');
  }
}

// The words behind the name of the program, and NODE_OPTIONS -> what they say:
// { options, execArgv: the words that were options, rest: the others }, or { refused: text }.
function parse(words, environment = '') {
  const options = {};
  try {
    if (environment !== '') take(split(environment), options, true);
    const count = take(words, options, false);
    checkValues(options);
    const isDashes = count > 0 && words[count - 1] === '--';
    return {
      options,
      execArgv: words.slice(0, isDashes ? count - 1 : count),
      rest: words.slice(count),
    };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { refused: error.message };
  }
}

// What NODE_OPTIONS may hold, in the form of process.allowedNodeEnvironmentFlags.
function environmentFlags() {
  const flags = [];
  for (const { kind, here, names } of kinds) {
    for (const name of here ? [] : names.trim().split(' ')) {
      flags.push(`--${name}`);
      if (kind === 'flag') flags.push(`--no-${name}`);
    }
  }
  for (const [short, long] of Object.entries(shortNames)) {
    if (flags.includes(long)) flags.push(short);
  }
  return flags.sort();
}

exports.parse = parse;
exports.environmentFlags = environmentFlags;

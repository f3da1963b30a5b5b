// SPDX-License-Identifier: MIT
// The options of the command line and of NODE_OPTIONS. parse() returns them as an object whose keys
// are their names in camel case (--trace-warnings: traceWarnings, --no-warnings: warnings is
// false); internal/main.js acts on it and stores it for the library (internal/program.js). Their
// descriptions are in internal/help.js.
'use strict';

// What follows an option: nothing (flag), a text (maybe: only after "=", otherwise empty), a whole
// number, or a text each time it is given (list). `here` marks those that only the command line may
// have. The names are searched as text: few are ever looked up, and a table of all would have to be
// made at every start.
const kinds = [
  { kind: 'flag',
    here: true,
    names: ' check completion-bash help interactive print rules shrink version verbose test ' +
      'test-force-exit test-update-snapshots ' },
  { kind: 'text', here: true, names: ' eval oracle replay ' },
  { kind: 'list', here: true, names: ' env-file env-file-if-exists test-name-pattern ' },
  { kind: 'maybe', here: true, names: ' explore live races trace ' },
  { kind: 'number', here: true, names: ' jobs seed test-concurrency test-timeout time ' },
  { kind: 'flag',
    here: false,
    names: ' abort-on-uncaught-exception addons deprecation enable-source-maps expose-gc ' +
      'experimental-abortcontroller experimental-detect-module ' +
      'experimental-eventsource experimental-fetch ' +
      'experimental-global-customevent experimental-global-navigator ' +
      'experimental-global-webcrypto experimental-import-meta-resolve ' +
      'experimental-json-modules experimental-modules experimental-repl-await ' +
      'experimental-report experimental-require-module experimental-test-module-mocks ' +
      'experimental-top-level-await ' +
      'experimental-vm-modules experimental-websocket experimental-worker ' +
      'extra-info-on-fatal-exception ' +
      'force-async-hooks-checks force-context-aware ' +
      'force-node-api-uncaught-exceptions-policy global-search-paths ' +
      'insecure-http-parser napi-modules network-family-autoselection ' +
      'openssl-legacy-provider openssl-shared-config pending-deprecation ' +
      'preserve-symlinks preserve-symlinks-main report-compact report-exclude-network ' +
      'report-on-fatalerror report-on-signal report-uncaught-exception test-only ' +
      'tls-max-v1.2 tls-max-v1.3 tls-min-v1.0 tls-min-v1.1 tls-min-v1.2 tls-min-v1.3 ' +
      'throw-deprecation trace-deprecation use-bundled-ca use-env-proxy use-openssl-ca ' +
      'use-system-ca trace-exit trace-tls trace-uncaught trace-warnings virtual-time ' +
      'warnings watch watch-preserve-output why zero-fill-buffers ' },
  // What only tunes or tests V8, or Node's own C++: there is nothing to do. docs/options.md
  { kind: 'flag',
    here: false,
    names: ' debug-arraybuffer-allocations disable-wasm-trap-handler enable-etw-stack-walking ' +
      'harmony huge-max-old-generation-size interpreted-frames-native-stack node-memory-debug ' +
      'node-snapshot track-heap-objects verify-base-objects ' },
  { kind: 'text', here: false, names: ' use-largepages ' },
  { kind: 'text',
    here: false,
    names: ' diagnostic-dir disable-proto dns-result-order experimental-default-type ' +
      'input-type openssl-config redirect-warnings report-directory report-filename ' +
      'report-signal test-shard title tls-cipher-list ' +
      'tls-keylog unhandled-rejections ' },
  { kind: 'list',
    here: false,
    names: ' conditions disable-warning experimental-loader import require security-revert ' +
      'test-reporter test-reporter-destination watch-path ' },
  { kind: 'number',
    here: false,
    names: ' block-threshold max-http-header-size max-old-space-size max-semi-space-size ' +
      'network-family-autoselection-attempt-timeout secure-heap secure-heap-min stack-size ' +
      'stack-trace-limit v8-pool-size ' },
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
  '--debug-port': '--inspect-port',
  '--enable-network-family-autoselection': '--network-family-autoselection',
  '--es-module-specifier-resolution': '--experimental-specifier-resolution',
  '--expose_gc': '--expose-gc',
  '--loader': '--experimental-loader',
  '--prof-process': '--prof',
  '--report-dir': '--report-directory',
  '--security-reverts': '--security-revert',
};

// Options for features that do not exist: ignoring them would mislead. A reason, and the options
// that it applies to, with their names as texts as above.
const missing = {
  'start-up snapshots do not exist here': ' build-snapshot build-snapshot-config snapshot-blob ',
  'there is no FIPS mode here': ' enable-fips force-fips ',
  'there is no permission model here': ' experimental-permission allow-addons ' +
    'allow-child-process allow-fs-read allow-fs-write allow-wasi allow-worker ',
  'policies do not exist here': ' experimental-policy policy-integrity ',
  'it was removed from Node 19 on': ' experimental-specifier-resolution ',
  'there is no inspector here': ' inspect inspect-brk inspect-port inspect-publish-uid ' +
    'inspect-wait experimental-network-inspection ',
  'there is no profiler here': ' prof cpu-prof cpu-prof-dir cpu-prof-interval cpu-prof-name ' +
    'heap-prof heap-prof-dir heap-prof-interval heap-prof-name perf-basic-prof ' +
    'perf-basic-prof-only-functions perf-prof perf-prof-unwinding-info ',
  'the engine cannot write heap snapshots': ' heapsnapshot-near-heap-limit heapsnapshot-signal ',
  'the engine is not V8': ' v8-options trace-atomics-wait ',
  'the engine takes it from the environment: JSC_useJIT=0': ' jitless ',
  'the engine cannot refuse eval': ' disallow-code-generation-from-strings ',
  'intrinsics cannot be frozen here': ' frozen-intrinsics ',
  'modules are not loaded from the network': ' experimental-network-imports ',
  'WebAssembly cannot be imported here': ' experimental-wasm-modules ',
  'a program cannot be one file here': ' experimental-sea-config ',
  'code coverage is not measured here': ' experimental-test-coverage ',
  'the system\'s ICU has its own data': ' icu-data-dir ',
  'gyre --trace is what traces here': ' trace-event-categories trace-event-file-pattern ' +
    'trace-promises trace-sync-io ',
  'it is not built': ' experimental-print-required-tla trace-require-module trace-sigint ' +
    'experimental-shadow-realm experimental-wasi-unstable-preview1 ',
};

function whyMissing(name) {
  const word = ` ${name} `;
  return Object.keys(missing).find((reason) => missing[reason].includes(word));
}

const rejectionModes = ['throw', 'strict', 'warn', 'none', 'warn-with-error-code'];

class Refused extends Error {}

const ABSENT = { kind: 'flag', here: false };

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
  let entry = find(name);
  if (entry !== undefined) return { name, entry, negated: false, value };
  const reason = whyMissing(name);
  if (reason !== undefined) throw new Refused(`--${name}: ${reason}`);
  if (!name.startsWith('no-')) return undefined;
  name = name.slice(3);
  // Switching off a missing feature is allowed.
  entry = find(name) ?? (whyMissing(name) === undefined ? undefined : ABSENT);
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

// Takes words from the front while they are options; returns how many. -p may be alone or followed
// by the program.
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

// The words of NODE_OPTIONS: separated by spaces, or in double quotes with \ as the escape
// character.
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

function isPowerOfTwo(number) {
  return number >= 2 && number <= 2 ** 30 && (number & (number - 1)) === 0;
}

// The second is about batch files of Windows: there is nothing to revert.
const reverts = ['CVE-2023-46809', 'CVE-2024-27980'];

// Of the options of OpenSSL.
function checkSecrets({ secureHeap, secureHeapMin, securityRevert }) {
  const wrong = [];
  if (secureHeap) {
    if (!isPowerOfTwo(secureHeap)) wrong.push('--secure-heap must be a power of 2');
    if (secureHeapMin !== undefined && !isPowerOfTwo(secureHeapMin)) {
      wrong.push('--secure-heap-min must be a power of 2');
    }
  }
  if (wrong.length > 0) throw new Refused(wrong.join('\n'));
  for (const name of securityRevert ?? []) {
    if (!reverts.includes(name)) {
      throw new Refused(`Error: Attempt to revert an unknown CVE [${name}]`);
    }
  }
}

function checkWatch(options) {
  if (options.watchPath !== undefined && options.watch === undefined) options.watch = true;
  if (!options.watch) return;
  for (const [name, isOther] of [
    ['--check', options.check], ['--eval', options.eval !== undefined],
    ['--interactive', options.interactive]]) {
    if (isOther) throw new Refused(`either --watch or ${name} can be used, not both`);
  }
  if (options.test && options.watchPath !== undefined) {
    throw new Refused('--watch-path cannot be used in combination with --test');
  }
}

function checkValues(options) {
  checkSecrets(options);
  if (options['tlsMinV1.3'] && options['tlsMaxV1.2']) {
    throw new Refused('either --tls-min-v1.3 or --tls-max-v1.2 can be used, not both');
  }
  const { inputType, unhandledRejections, disableProto, experimentalDefaultType } = options;
  if (disableProto !== undefined && disableProto !== 'delete' && disableProto !== 'throw') {
    throw new Refused('invalid mode passed to --disable-proto');
  }
  if (experimentalDefaultType !== undefined && experimentalDefaultType !== 'commonjs' &&
      experimentalDefaultType !== 'module') {
    throw new Refused('--experimental-default-type must be "module" or "commonjs"');
  }
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
  checkWatch(options);
  if (options.verbose && !options.version && options.explore === undefined) {
    throw new Refused('--verbose belongs to --version or --explore');
  }
  if (options.check && (options.eval !== undefined || options.interactive)) {
    throw new Refused('either --check or --eval can be used, not both');
  }
}

// Parses the words after the name of the program, and NODE_OPTIONS. Returns { options, execArgv:
// the words that were options, rest: the others }, or { refused: text }.
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

// Options of the whole process, which a worker cannot have.
const processWide = ' title v8-pool-size icu-data-dir tls-cipher-list zero-fill-buffers ' +
  'expose-gc max-old-space-size max-semi-space-size stack-size disable-proto why block-threshold ' +
  'max-http-header-size track-heap-objects abort-on-uncaught-exception ';

function lookUpForWorker(word) {
  try {
    const found = lookUp(word);
    const isRefused = found?.entry.here || processWide.includes(` ${found?.name} `);
    return isRefused ? undefined : found;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return undefined;
  }
}

// The same for a worker: { options, execArgv: the words that are options and their values, refused:
// the words that it cannot have }. All of those are named, not only the first.
function parseForWorker(words, environment = '') {
  const refused = [];
  const given = environment === '' ? words : split(environment);
  let at = 0;
  while (at < given.length && given[at].startsWith('-') && given[at] !== '-' &&
      given[at] !== '--') {
    const found = lookUpForWorker(given[at]);
    if (found === undefined) refused.push(given[at]);
    const isAlone = found === undefined || found.value !== undefined ||
      found.entry.kind === 'flag' || found.entry.kind === 'maybe';
    at += isAlone ? 1 : 2;
  }
  if (refused.length > 0) return { refused };
  const parsed = parse(words, environment);
  return parsed.refused === undefined ? { ...parsed, refused } : { refused: [parsed.refused] };
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

function names() {
  return [...Object.keys(shortNames), ...kinds.flatMap(({ names: text }) => (
    text.trim().split(' ').map((name) => `--${name}`)))].sort();
}

exports.names = names;
exports.parse = parse;
exports.parseForWorker = parseForWorker;
exports.environmentFlags = environmentFlags;

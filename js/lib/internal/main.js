// SPDX-License-Identifier: MIT
// Does what the command line requests: a file, a text, standard input, the prompt, a syntax check,
// tests, or information about gyre itself. Called once, by C through internal/boot.js.
'use strict';
const program = require('internal/program');
const native = binding('process');
const stdio = binding('stdio');
const { read, trusted } = binding('env');
const { options } = program;

// The variables that internal/prepare.js uses.
const VARIABLES = ['NODE_OPTIONS', 'NODE_NO_WARNINGS', 'NODE_PENDING_DEPRECATION',
  'NODE_COMPILE_CACHE',
  'NODE_REDIRECT_WARNINGS', 'NODE_PRESERVE_SYMLINKS', 'NODE_PRESERVE_SYMLINKS_MAIN',
  'WATCH_REPORT_DEPENDENCIES', 'GYRE_WHY', 'GYRE_BLOCK_THRESHOLD', 'GYRE_TRACE', 'GYRE_LIVE',
  'GYRE_VIRTUAL_TIME', 'GYRE_EXPLORE', 'GYRE_REPLAY'];

const BAD_OPTION = 9; // exit code, as Node's

function run() {
  const words = native.argv.slice(1);
  const NODE_OPTIONS = trusted('NODE_OPTIONS') ?? '';
  let rest = words;
  if (words.length === 2 && words[0] === '-e' && NODE_OPTIONS === '') { // needs no table
    options.eval = words[1];
    program.execArgv = words;
    rest = [];
  } else if (NODE_OPTIONS !== '' || words.length === 0 || words[0].startsWith('-')) {
    const parsed = require('internal/options').parse(words, NODE_OPTIONS);
    if (parsed.refused !== undefined) {
      stdio.write(2, `${native.argv[0]}: ${parsed.refused}\n`);
      native.exit(BAD_OPTION);
    }
    Object.assign(options, parsed.options);
    program.execArgv = parsed.execArgv;
    ({ rest } = parsed);
  }
  answer();
  program.argv = [native.execPath, ...rest];
  if (options.watch && !options.test) {
    watch(rest);
    return;
  }
  if (options.explore !== undefined || options.replay !== undefined ||
      options.races !== undefined) {
    require('internal/explore/driver').run(options, rest);
    return;
  }
  const isSet = (name) => trusted(name) !== undefined;
  const isPlain = program.execArgv.length === 0 || program.execArgv === words;
  if (!isPlain || VARIABLES.some(isSet) || read('NODE_CHANNEL_FD') !== undefined) {
    require('internal/prepare').apply(options);
  }
  start(rest[0]);
}

// Options that only ask something.
function answer() {
  if (options.version) {
    const text = options.verbose ? require('internal/engine_parts').text() :
      require('process').version;
    stdio.write(1, `${text}\n`);
    native.exit(0);
  }
  if (options.completionBash) {
    stdio.write(1, require('internal/help').completion());
    native.exit(0);
  }
  if (options.help) {
    stdio.write(1, require('internal/help').text());
    native.exit(0);
  }
}

// The process that only runs the program again when its files change.
function watch(words) {
  if (words.length === 0) {
    stdio.write(2, `${native.argv[0]}: --watch requires specifying a file\n`);
    native.exit(BAD_OPTION);
  }
  require('internal/watch').run(words);
}

function start(file) {
  if (options.test) {
    program.argv = [native.execPath];
    require('internal/test/files').run(native.argv.slice(1 + program.execArgv.length));
  } else if (options.eval !== undefined && !options.interactive) {
    const { runText } = require('internal/startup');
    const go = () => runText(options.eval, '[eval]', options.print);
    if (options.import === undefined && options.experimentalLoader === undefined) go();
    else require('internal/modules/run').runAfterImports(go);
  } else if (options.check) {
    require('internal/prepare').check(file);
  } else if (file !== undefined && file !== '-') {
    require('internal/modules/cjs').Module.runMain(file); // what -r named may have replaced it
  } else if (options.interactive || (file !== '-' && stdio.isTerminal(0))) {
    require('internal/repl/start').start();
  } else {
    const go = () => require('internal/startup').runStandardInput(options.print);
    if (options.import === undefined && options.experimentalLoader === undefined) go();
    else require('internal/modules/run').runAfterImports(go);
  }
}

exports.run = run;

// SPDX-License-Identifier: MIT
// What --help prints.
'use strict';

const options = [
  ['-', 'the program comes from standard input (so it does without a file, if that is no ' +
    'terminal)'],
  ['--', 'what follows is no option'],
  ['--block-threshold=MS', 'print a stack when a callback holds the loop for longer'],
  ['-c, --check', 'look for syntax errors and run nothing'],
  ['-C, --conditions=NAME', 'one more condition for "exports" and "imports" of packages'],
  ['--disable-warning=CODE', 'keep warnings of this code or name to yourself'],
  ['-e, --eval PROGRAM', 'run this text'],
  ['--env-file=FILE', 'set environment variables from FILE, where they are not set already'],
  ['--expose-gc', 'have a function gc(), which collects garbage'],
  ['-h, --help', 'print this'],
  ['-i, --interactive', 'a prompt, even if standard input is no terminal'],
  ['--import MODULE', 'import this module before the program'],
  ['--input-type=TYPE', 'what -e, -p and standard input hold: commonjs or module'],
  ['--insecure-http-parser', 'take HTTP messages that others may understand otherwise'],
  ['--live[=PORT]', 'serve a page that shows the loop while it runs; its address is printed'],
  ['--max-http-header-size=N', 'how many bytes the headers of an HTTP message may have'],
  ['--no-deprecation', 'no warnings of what will be removed'],
  ['--no-warnings', 'no warnings'],
  ['-p, --print [PROGRAM]', 'run this text and print its value'],
  ['--pending-deprecation', 'warn also of what will be deprecated later'],
  ['--preserve-symlinks', 'a module is where its name says, not where a link leads'],
  ['--preserve-symlinks-main', 'the same for the program itself'],
  ['-r, --require MODULE', 'load this module before the program'],
  ['--redirect-warnings=FILE', 'write warnings to FILE'],
  ['--stack-trace-limit=N', 'how many calls a stack trace names'],
  ['--test', 'run the files given, or all that are named like tests, as tests'],
  ['--test-name-pattern=REGEXP', 'only the tests whose names match'],
  ['--test-only', 'only tests that say so'],
  ['--test-reporter=NAME', 'how results are shown: spec, tap or dot'],
  ['--throw-deprecation', 'such warnings are errors'],
  ['--title=NAME', 'the name of the process'],
  ['--trace[=FILE]', 'record what the loop does: FILE.html is a page to look at ' +
    '(gyre-trace.html), FILE.json Chrome\'s format, - text on standard error'],
  ['--trace-deprecation', 'show where something deprecated was used'],
  ['--trace-uncaught', 'accepted; the engine does not tell where an error was thrown'],
  ['--trace-warnings', 'show where a warning came from'],
  ['--unhandled-rejections=MODE', 'rejected promises that nobody handles: throw, strict, warn, ' +
    'none or warn-with-error-code'],
  ['-v, --version', 'print the version of Node that programs see; with --verbose also what gyre ' +
    'uses of the engine'],
  ['--why', 'at SIGUSR2, and when interrupted, print what keeps the program alive'],
];

const variables = [
  ['FORCE_COLOR, NO_COLOR', 'colours in what is printed: always, never'],
  ['GYRE_BLOCK_THRESHOLD=MS', 'as --block-threshold, for any program on libgyre'],
  ['GYRE_ENGINE=plain', 'without short cuts into the engine; bare: nothing that it does not ' +
    'promise; without:NAME,...: not those (--version --verbose lists them)'],
  ['GYRE_LIVE=PORT', 'as --live, for any program on libgyre'],
  ['GYRE_SHORT_CUTS=0', 'sockets and HTTP go through their streams always'],
  ['GYRE_TRACE=FILE', 'as --trace, for any program on libgyre'],
  ['GYRE_WHY=1', 'as --why, for any program on libgyre'],
  ['NODE_EXTRA_CA_CERTS', 'a file with more certificates to trust'],
  ['NODE_NO_WARNINGS=1', 'as --no-warnings'],
  ['NODE_OPTIONS', 'options, before those of the command line'],
  ['NODE_PATH', 'directories to look for modules in, between colons'],
  ['NODE_PENDING_DEPRECATION=1', 'as --pending-deprecation'],
  ['NODE_REDIRECT_WARNINGS', 'as --redirect-warnings'],
  ['NODE_REPL_HISTORY', 'where the prompt keeps its history; empty: nowhere'],
  ['UV_THREADPOOL_SIZE', 'how many threads do what would make the loop wait'],
];

const width = 80;
const indent = 31;

// "  name        text", the text broken into lines.
function entry([name, text]) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1];
    if (last.length + word.length + 1 > width - indent) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return `  ${name.padEnd(indent - 2)}${lines.join(`\n${' '.repeat(indent)}`)}\n`;
}

function text() {
  return 'usage: gyre [options] [FILE.js | FILE.mjs | -] [arguments]\n' +
    '       gyre [options] -e PROGRAM [arguments]\n\n' +
    'Runs JavaScript written for Node. Without a file: a prompt on a terminal, otherwise the\n' +
    'program that standard input holds.\n\n' +
    `options:\n${options.map(entry).join('')}\n` +
    'Options of Node and V8 that tune the engine (--max-old-space-size and the like) are\n' +
    'accepted and change nothing.\n\n' +
    `environment:\n${variables.map(entry).join('')}`;
}

exports.text = text;

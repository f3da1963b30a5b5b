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
  ['--explore[=N]', 'run the program N times (100), each in another order that the loop may ' +
    'choose; with --seed=N, --jobs=N, --time=SECONDS, --oracle=COMMAND, --shrink, --test'],
  ['--expose-gc', 'have a function gc(), which collects garbage'],
  ['-h, --help', 'print this'],
  ['-i, --interactive', 'a prompt, even if standard input is no terminal'],
  ['--import MODULE', 'import this module before the program'],
  ['--loader MODULE', 'have hooks of this module load modules'],
  ['--input-type=TYPE', 'what -e, -p and standard input hold: commonjs or module'],
  ['--insecure-http-parser', 'take HTTP messages that others may understand otherwise'],
  ['--live[=PORT]', 'serve a page that shows the loop while it runs; its address is printed'],
  ['--max-http-header-size=N', 'how many bytes the headers of an HTTP message may have'],
  ['--no-deprecation', 'no warnings of what will be removed'],
  ['--no-warnings', 'no warnings'],
  ['--openssl-config=FILE', 'what OpenSSL goes by'],
  ['--openssl-legacy-provider', 'have algorithms that OpenSSL has given up'],
  ['--openssl-shared-config', 'go by the section openssl_conf of that file'],
  ['-p, --print [PROGRAM]', 'run this text and print its value'],
  ['--pending-deprecation', 'warn also of what will be deprecated later'],
  ['--preserve-symlinks', 'a module is where its name says, not where a link leads'],
  ['--preserve-symlinks-main', 'the same for the program itself'],
  ['--races[=N]', 'run the program once, and tell which events may come the other way round'],
  ['--replay=FILE', 'run the program in the order of a schedule'],
  ['-r, --require MODULE', 'load this module before the program'],
  ['--redirect-warnings=FILE', 'write warnings to FILE'],
  ['--secure-heap=N', 'how many bytes OpenSSL keeps for secrets, a power of two'],
  ['--secure-heap-min=N', 'the least that it takes of them at a time'],
  ['--security-revert=CVE', 'have a behaviour back that was given up for being unsafe'],
  ['--stack-trace-limit=N', 'how many calls a stack trace names'],
  ['--test', 'run the files given, or all that are named like tests, as tests'],
  ['--test-concurrency=N', 'how many files of tests run at once'],
  ['--test-force-exit', 'end when the tests have, whatever is left to do'],
  ['--test-name-pattern=REGEXP', 'only the tests whose names match'],
  ['--test-only', 'only tests that say so'],
  ['--test-reporter=NAME', 'how results are shown: spec, tap, dot, junit, or a module'],
  ['--test-reporter-destination=FILE', 'where a reporter writes: stdout, stderr or a file'],
  ['--test-shard=N/M', 'only that part of the files'],
  ['--test-timeout=MS', 'how long a test may take'],
  ['--throw-deprecation', 'such warnings are errors'],
  ['--title=NAME', 'the name of the process'],
  ['--tls-cipher-list=LIST', 'the ciphers that TLS uses if nobody says'],
  ['--tls-keylog=FILE', 'write the secrets of connections to FILE, for Wireshark and its kin'],
  ['--tls-max-v1.2, -v1.3', 'the newest version of TLS that is used'],
  ['--tls-min-v1.0, ... -v1.3', 'the oldest one'],
  ['--trace[=FILE]', 'record what the loop does: FILE.html is a page to look at ' +
    '(gyre-trace.html), FILE.json Chrome\'s format, - text on standard error'],
  ['--trace-deprecation', 'show where something deprecated was used'],
  ['--trace-tls', 'print the messages of TLS'],
  ['--trace-uncaught', 'show where an error was thrown, too'],
  ['--trace-warnings', 'show where a warning came from'],
  ['--unhandled-rejections=MODE', 'rejected promises that nobody handles: throw, strict, warn, ' +
    'none or warn-with-error-code'],
  ['--use-env-proxy', 'heed HTTP_PROXY, HTTPS_PROXY and NO_PROXY (as NODE_USE_ENV_PROXY=1 does)'],
  ['--use-openssl-ca', 'trust the certificates that OpenSSL finds'],
  ['--use-system-ca', 'trust those of the system, as without it (--use-bundled-ca is the same)'],
  ['-v, --version', 'print the version of Node that programs see; with --verbose also what gyre ' +
    'uses of the engine'],
  ['--virtual-time', 'time passes when the program waits, and at once'],
  ['--watch', 'run the program again when one of its files changes'],
  ['--watch-path=PATH', 'or when something below that changes'],
  ['--why', 'at SIGUSR2, and when interrupted, print what keeps the program alive'],
];

const variables = [
  ['FORCE_COLOR, NO_COLOR', 'colours in what is printed: always, never'],
  ['GYRE_BLOCK_THRESHOLD=MS', 'as --block-threshold, for any program on libgyre'],
  ['GYRE_ENGINE=plain', 'without short cuts into the engine; bare: nothing that it does not ' +
    'promise; without:NAME,...: not those (--version --verbose lists them)'],
  ['GYRE_EXPLORE=seed:N', 'one run of --explore, for any program on libgyre'],
  ['GYRE_LIVE=PORT', 'as --live, for any program on libgyre'],
  ['GYRE_REPLAY=FILE', 'as --replay, for any program on libgyre'],
  ['GYRE_SHORT_CUTS=0', 'sockets and HTTP go through their streams always'],
  ['GYRE_TRACE=FILE', 'as --trace, for any program on libgyre'],
  ['GYRE_VIRTUAL_TIME=1', 'as --virtual-time, for any program on libgyre'],
  ['GYRE_WHY=1', 'as --why, for any program on libgyre'],
  ['NODE_EXTRA_CA_CERTS', 'a file with more certificates to trust'],
  ['NODE_NO_WARNINGS=1', 'as --no-warnings'],
  ['NODE_OPTIONS', 'options, before those of the command line'],
  ['NODE_PATH', 'directories to look for modules in, between colons'],
  ['NODE_PENDING_DEPRECATION=1', 'as --pending-deprecation'],
  ['NODE_REDIRECT_WARNINGS', 'as --redirect-warnings'],
  ['NODE_REPL_HISTORY', 'where the prompt keeps its history; empty: nowhere'],
  ['NODE_TLS_REJECT_UNAUTHORIZED=0', 'certificates are not checked'],
  ['SSL_CERT_FILE', 'the certificates to trust, instead of those of the system'],
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

// What --completion-bash prints: for a shell to read.
function completion() {
  const names = require('internal/options').names().join(' ');
  return `_gyre_complete() {
  if [[ \${COMP_WORDS[COMP_CWORD]} == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W '${names}' -- "\${COMP_WORDS[COMP_CWORD]}")
  fi
}
complete -o filenames -o nospace -o bashdefault -F _gyre_complete gyre
`;
}

exports.completion = completion;
exports.text = text;

// SPDX-License-Identifier: MIT
// What --help prints.
'use strict';

const options = [
  ['-', 'read the program from standard input (the default without a file, unless standard ' +
    'input is a terminal)'],
  ['--', 'end of the options'],
  ['--block-threshold=MS', 'print a stack trace when a callback blocks the loop for longer'],
  ['-c, --check', 'check the syntax without running the program'],
  ['-C, --conditions=NAME', 'add a condition for "exports" and "imports" of packages'],
  ['--disable-warning=CODE', 'do not print warnings with this code or name'],
  ['-e, --eval PROGRAM', 'run this text'],
  ['--env-file=FILE', 'set environment variables from FILE, unless they are already set'],
  ['--explore[=N]', 'run the program N times (default: 100), each time with another legal order ' +
    'of callbacks; with --seed=N, --jobs=N, --time=SECONDS, --oracle=COMMAND, --shrink, --test'],
  ['--expose-gc', 'add a global function gc(), which collects garbage'],
  ['-h, --help', 'print this help'],
  ['-i, --interactive', 'start a prompt even if standard input is not a terminal'],
  ['--import MODULE', 'import this module before the program'],
  ['--loader MODULE', 'use this module\'s hooks to load modules'],
  ['--input-type=TYPE', 'type of -e, -p and standard input: commonjs or module'],
  ['--insecure-http-parser', 'accept ambiguous and invalid HTTP messages'],
  ['--live[=PORT]', 'serve a page that shows the loop while it runs, and print its address'],
  ['--max-http-header-size=N', 'maximum size of the headers of an HTTP message, in bytes'],
  ['--no-deprecation', 'do not print deprecation warnings'],
  ['--no-warnings', 'do not print warnings'],
  ['--openssl-config=FILE', 'OpenSSL configuration file'],
  ['--openssl-legacy-provider', 'enable OpenSSL\'s legacy provider'],
  ['--openssl-shared-config', 'use the section openssl_conf of the configuration file'],
  ['-p, --print [PROGRAM]', 'run this text and print its value'],
  ['--pending-deprecation', 'also warn about pending deprecations'],
  ['--preserve-symlinks', 'do not resolve symbolic links when modules are loaded'],
  ['--preserve-symlinks-main', 'the same for the program itself'],
  ['--races[=N]', 'run the program once, and report which events could come in the other order'],
  ['--replay=FILE', 'run the program in the order of this schedule'],
  ['-r, --require MODULE', 'load this module before the program'],
  ['--redirect-warnings=FILE', 'write warnings to FILE'],
  ['--secure-heap=N', 'size of OpenSSL\'s secure heap in bytes, a power of two'],
  ['--secure-heap-min=N', 'minimum allocation from the secure heap'],
  ['--security-revert=CVE', 'revert a security fix'],
  ['--stack-trace-limit=N', 'maximum number of calls in a stack trace'],
  ['--test', 'run these files, or all files that are named like tests, as tests'],
  ['--test-concurrency=N', 'how many test files run at the same time'],
  ['--test-force-exit', 'exit when all tests have finished, even if the loop is still alive'],
  ['--test-name-pattern=REGEXP', 'run only tests whose names match'],
  ['--test-only', 'run only tests with the option "only"'],
  ['--test-reporter=NAME', 'format of the results: spec, tap, dot, junit, or a module'],
  ['--test-reporter-destination=FILE', 'where the reporter writes: stdout, stderr or a file'],
  ['--test-shard=N/M', 'run only part N of M of the test files'],
  ['--test-timeout=MS', 'time limit of a test'],
  ['--test-update-snapshots', 'write the snapshots that tests compare with'],
  ['--throw-deprecation', 'throw deprecation warnings as errors'],
  ['--title=NAME', 'the title of the process'],
  ['--tls-cipher-list=LIST', 'default list of TLS ciphers'],
  ['--tls-keylog=FILE', 'write TLS session keys to FILE, for Wireshark and similar tools'],
  ['--tls-max-v1.2, -v1.3', 'newest TLS version to use'],
  ['--tls-min-v1.0, ... -v1.3', 'oldest TLS version to use'],
  ['--trace[=FILE]', 'record what the loop does: FILE.html is a page (default: ' +
    'gyre-trace.html), FILE.json is in Chrome\'s format, - is text on standard error'],
  ['--trace-deprecation', 'print stack traces of deprecation warnings'],
  ['--trace-tls', 'print TLS messages'],
  ['--trace-uncaught', 'also print where an uncaught exception was thrown'],
  ['--trace-warnings', 'print stack traces of warnings'],
  ['--unhandled-rejections=MODE', 'what to do about unhandled rejections: throw, strict, warn, ' +
    'none or warn-with-error-code'],
  ['--use-env-proxy', 'use HTTP_PROXY, HTTPS_PROXY and NO_PROXY (like NODE_USE_ENV_PROXY=1)'],
  ['--use-openssl-ca', 'trust the certificates of OpenSSL\'s default directories'],
  ['--use-system-ca', 'trust the system\'s certificates, which is the default (--use-bundled-ca ' +
    'does the same)'],
  ['-v, --version', 'print the version of Node that programs see; with --verbose also which ' +
    'internals of the engine gyre uses'],
  ['--virtual-time', 'time is virtual: when the program only waits, it jumps ahead'],
  ['--watch', 'restart the program when one of its files changes'],
  ['--watch-path=PATH', 'restart it when something below PATH changes'],
  ['--why', 'on SIGUSR2 and Ctrl-C, print what keeps the program alive'],
  ['--write-bytecode FILE', 'write the library as bytecode of the installed engine, and exit'],
  ['--write-engine FILE', 'write a copy of the installed engine that starts faster, and exit'],
];

const variables = [
  ['FORCE_COLOR, NO_COLOR', 'always or never print colours'],
  ['GYRE_BLOCK_THRESHOLD=MS', 'like --block-threshold, for any program on libgyre'],
  ['GYRE_CACHE=off', 'keep no bytecode of programs that do not ask for it; DIRECTORY: keep ' +
    'it there'],
  ['GYRE_ENGINE=plain', 'use no short cuts into the engine; bare: use only its public ' +
    'interface; without:NAME,...: do not use these parts (--version --verbose lists them)'],
  ['GYRE_EXPLORE=seed:N', 'one run of --explore, for any program on libgyre'],
  ['GYRE_LIVE=PORT', 'like --live, for any program on libgyre'],
  ['GYRE_REPLAY=FILE', 'like --replay, for any program on libgyre'],
  ['GYRE_SHORT_CUTS=0', 'use plain streams for sockets and HTTP'],
  ['GYRE_TRACE=FILE', 'like --trace, for any program on libgyre'],
  ['GYRE_VIRTUAL_TIME=1', 'like --virtual-time, for any program on libgyre'],
  ['GYRE_WHY=1', 'like --why, for any program on libgyre'],
  ['NODE_COMPILE_CACHE=DIRECTORY', 'keep the bytecode of files there, for later runs'],
  ['NODE_DISABLE_COMPILE_CACHE=1', 'keep none, whatever the program asks for'],
  ['NODE_EXTRA_CA_CERTS', 'a file with additional trusted certificates'],
  ['NODE_NO_WARNINGS=1', 'like --no-warnings'],
  ['NODE_OPTIONS', 'options, read before those of the command line'],
  ['NODE_PATH', 'directories to search for modules, separated by colons'],
  ['NODE_PENDING_DEPRECATION=1', 'like --pending-deprecation'],
  ['NODE_REDIRECT_WARNINGS', 'like --redirect-warnings'],
  ['NODE_REPL_HISTORY', 'the file for the prompt\'s history; empty: none'],
  ['NODE_TLS_REJECT_UNAUTHORIZED=0', 'do not verify certificates'],
  ['SSL_CERT_FILE', 'trusted certificates, instead of the system\'s'],
  ['UV_THREADPOOL_SIZE', 'number of threads for blocking operations (default: 4)'],
];

const width = 80;
const indent = 31;

// "  name        text", the text broken into lines. A long name gets its own line.
function entry([name, text]) {
  const lines = name.length + 3 > indent ? ['', ''] : [''];
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
    'Runs JavaScript written for Node. Without a file it starts a prompt on a terminal, and\n' +
    'otherwise runs the program from standard input.\n\n' +
    `options:\n${options.map(entry).join('')}\n` +
    'Options of Node and V8 that tune V8 (--max-old-space-size and the like) are accepted\n' +
    'and have no effect, because the engine is not V8.\n\n' +
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

// SPDX-License-Identifier: MIT
// The prompt of `gyre` without a file. Called by internal/main.js.
'use strict';

// What can be used at a prompt without require.
function defineNames(context) {
  const { Module, makeRequire } = require('internal/modules/cjs');
  const { builtinModules, load } = require('internal/modules/builtins');
  Module._initPaths();
  const module = new Module('<repl>');
  module.paths = Module._nodeModulePaths(process.cwd());
  const put = (name, value) => Object.defineProperty(context, name, {
    value, writable: true, enumerable: false, configurable: true,
  });
  put('module', module);
  put('exports', module.exports);
  put('require', makeRequire(module));
  for (const name of builtinModules()) {
    if (!/^[a-z]\w*$/i.test(name) || name in context) continue;
    Object.defineProperty(context, name, {
      get() {
        const value = load(name);
        put(name, value);
        return value;
      },
      set: (value) => put(name, value),
      enumerable: false,
      configurable: true,
    });
  }
}

function start() {
  const { options } = require('internal/program');
  const repl = require('repl');
  if (process.stdout.isTTY || options.interactive) {
    process.stdout.write(`Welcome to gyre, with the interfaces of Node.js ${process.version}.\n` +
      'Type ".help" for more information.\n');
  }
  if (options.eval !== undefined) {
    require('internal/startup').runText(options.eval, '[eval]', options.print);
  }
  const server = repl.start({
    useGlobal: true,
    ignoreUndefined: false,
    breakEvalOnSigint: false,
    ...process.env.NODE_DISABLE_COLORS || process.env.NO_COLOR ? { useColors: false } : {},
  });
  if (process.env.NODE_REPL_MODE?.toLowerCase() === 'strict') {
    server.replMode = repl.REPL_MODE_STRICT;
  }
  if (server.terminal) server.setupHistory(undefined, () => {});
  server.on('exit', () => process.exit());
  process.on('uncaughtException', (error) => {
    server._showError(error);
    server.clearBufferedCommand();
    server.displayPrompt();
  });
}

exports.defineNames = defineNames;
exports.start = start;

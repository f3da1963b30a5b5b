// SPDX-License-Identifier: MIT
// The runtime inside a C program (js/napi/embed.c).
'use strict';
const program = require('internal/program');
const native = binding('process');

function start() {
  program.argv = native.argv.slice();
  program.execArgv = [];
  require('internal/startup').defineModule('[embedded]');
  const { helpers } = require('internal/napi');
  return {
    helpers,
    can: binding('napi').can,
    runFile: (path) => { require('internal/modules/cjs').Module.runMain(path); },
  };
}

exports.start = start;

// SPDX-License-Identifier: MIT
// What looks at the program from outside: --why, --block-threshold, --trace, --live. Loaded only if
// one of them is asked for.
'use strict';
const scope = binding('scope');
const variable = binding('env').get;

const DEFAULT_FILE = 'gyre-trace.html';

function check(error, what) {
  if (error === 0) return;
  throw require('internal/errors').uvException({ errno: error, syscall: what });
}

function start(options) {
  const { site, stack } = require('internal/scope/where');
  const why = require('internal/scope/why');
  if (options.why) check(scope.why(), 'why');
  if (options.blockThreshold !== undefined) check(scope.block(options.blockThreshold), 'watch');
  const asked = variable('GYRE_WHY');
  if (options.why || (asked !== undefined && asked !== '' && asked !== '0')) why.record();
  scope.start(site, stack, why.print);
  if (options.live !== undefined) check(scope.live(Number(options.live)), 'live');
  if (options.trace !== undefined) check(scope.traceStart(options.trace || DEFAULT_FILE), 'trace');
  else if (scope.traceEnabled()) scope.traceStart(undefined);
  const isTraced = scope.traceEnabled();
  if (isTraced || options.blockThreshold !== undefined || variable('GYRE_BLOCK_THRESHOLD')) {
    require('internal/scope/trace').start(isTraced);
  }
}

exports.start = start;

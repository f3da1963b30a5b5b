// SPDX-License-Identifier: MIT
// What looks at the program from outside: --why, --block-threshold. Loaded only if one of them is
// asked for.
'use strict';
const scope = binding('scope');
const variable = binding('env').get;

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
}

exports.start = start;

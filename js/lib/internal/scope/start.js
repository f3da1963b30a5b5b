// SPDX-License-Identifier: MIT
// Observes the program: --why, --block-threshold, --trace, --live. Loaded only if one of them is
// used.
'use strict';
const scope = binding('scope');
const { trusted: variable } = binding('env');
const { process } = require('internal/process');

const DEFAULT_FILE = 'gyre-trace.html';

const BAD_OPTION = 9; // exit code, as Node's

// Why a file is not taken for a trace, beside what the system says.
const REFUSED = {
  __proto__: null,
  EFTYPE: 'it is no regular file',
  EINVAL: 'the name ends neither in .html nor in .json or .txt, nor is it "-"',
  ELOOP: 'it is a symbolic link',
  EMLINK: 'it has another name as well (a hard link)',
  EPERM: 'it belongs to another user',
};

// An option that cannot be had ends the program before it begins.
function check(error, option) {
  if (error === 0) return;
  const { code, message } =
    require('internal/errors').uvException({ errno: error, syscall: option });
  const reason = option.startsWith('--trace=') ? REFUSED[code] : undefined;
  binding('stdio').write(2,
    `${process.argv0}: ${reason === undefined ? message : `${option}: ${reason}`}\n`);
  binding('process').exit(BAD_OPTION);
}

function start(options) {
  const { site, stack } = require('internal/scope/where');
  const why = require('internal/scope/why');
  if (options.why) check(scope.why(), '--why');
  if (options.blockThreshold !== undefined) {
    check(scope.block(options.blockThreshold), '--block-threshold');
  }
  const asked = variable('GYRE_WHY');
  if (options.why || (asked !== undefined && asked !== '' && asked !== '0')) why.record();
  scope.start(site, stack, why.print);
  if (options.live !== undefined) check(scope.live(Number(options.live)), `--live=${options.live}`);
  if (options.trace !== undefined) {
    const file = options.trace || DEFAULT_FILE;
    check(scope.traceStart(file), `--trace=${file}`);
  } else if (scope.traceEnabled()) {
    scope.traceStart(undefined);
  }
  const isTraced = scope.traceEnabled();
  if (isTraced || options.blockThreshold !== undefined || variable('GYRE_BLOCK_THRESHOLD')) {
    require('internal/scope/trace').start(isTraced);
  }
}

// The process is traced: this thread has its own lane.
function startInWorker(name, isNamed) {
  const number = binding('worker').threadId;
  scope.traceName(isNamed ? `worker ${number} (${name})` : `worker ${number}`);
  scope.traceStart(undefined);
  require('internal/scope/trace').start(true);
}

exports.start = start;
exports.startInWorker = startInWorker;

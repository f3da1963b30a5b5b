// SPDX-License-Identifier: MIT
// Synchronous children: spawnSync, and execFileSync and execSync on top of it.
'use strict';
const { codes, errnoException } = require('internal/errors');
const stdioOf = require('internal/child/stdio');
const native = binding('child');

// In Node's form, which process.binding('spawn_sync') has, too: programs replace its functions.
const door = {
  spawn(options) {
    const { Buffer } = require('buffer');
    const { signalName } = require('internal/child/process');
    const { stdio, maxBuffer, timeout, killSignal } = options;
    const result = native.spawnSync({
      __proto__: null,
      ...options,
      stdio: stdioOf.forNative(stdio),
      inputs: stdio.map(({ input }) => input),
      maxBuffer: Number.isFinite(maxBuffer) ? maxBuffer : 0,
      timeout: timeout ?? 0,
      killSignal: killSignal ?? 0,
    });
    const failedToStart = result.error !== 0 && result.pid === 0;
    return {
      ...result.error !== 0 && { error: result.error },
      status: failedToStart || result.signal > 0 ? null : result.status,
      signal: result.signal > 0 ? signalName(result.signal) : null,
      output: failedToStart ? null : result.output.map((bytes, i) => (
        bytes === null || i === 0 ? null : Buffer.from(bytes))),
      pid: result.pid,
    };
  },
};

function run(options) {
  const { Buffer } = require('buffer');
  const entries = stdioOf.describe(options.stdio ?? 'pipe', true);
  const inputs = entries.map((entry, i) => {
    let input = entry.input;
    if (i === 0 && options.input) input = options.input; // "" means none
    if (input == null) return undefined;
    if (ArrayBuffer.isView(input)) return input;
    if (typeof input === 'string') return Buffer.from(input, options.encoding);
    throw new codes.ERR_INVALID_ARG_TYPE(`options.stdio[${i}]`,
      ['Buffer', 'TypedArray', 'DataView', 'string'], input);
  });
  if (options.input && entries[0].type !== 'pipe') inputs[0] = undefined;
  entries.forEach((entry, i) => { entry.input = inputs[i]; });
  const result = door.spawn({ __proto__: null, ...options, stdio: entries });
  const { encoding } = options;
  const decode = encoding && encoding !== 'buffer';
  const output = result.output?.map((buffer) => (
    buffer !== null && decode ? buffer.toString(encoding) : buffer)) ?? null;
  const answer = {
    status: result.status,
    signal: result.signal,
    output,
    pid: result.pid,
    stdout: output?.[1] ?? null,
    stderr: output?.[2] ?? null,
  };
  if (result.error !== undefined) {
    const error = errnoException(result.error, `spawnSync ${options.file}`);
    error.path = options.file;
    error.spawnargs = options.args.slice(1);
    return { error, ...answer };
  }
  return answer;
}

exports.door = door;
exports.run = run;

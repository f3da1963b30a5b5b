// SPDX-License-Identifier: MIT
// Children that are waited for: spawnSync, and what execFileSync and execSync make of it.
'use strict';
const { codes, errnoException } = require('internal/errors');
const stdioOf = require('internal/child/stdio');
const native = binding('child');

function run(options) {
  const { Buffer } = require('buffer');
  const { signalName } = require('internal/child/process');
  const entries = stdioOf.describe(options.stdio ?? 'pipe', true);
  const inputs = entries.map((entry, i) => {
    let input = entry.input;
    if (i === 0 && options.input) input = options.input; // "" is none
    if (input == null) return undefined;
    if (ArrayBuffer.isView(input)) return input;
    if (typeof input === 'string') return Buffer.from(input, options.encoding);
    throw new codes.ERR_INVALID_ARG_TYPE(`options.stdio[${i}]`,
      ['Buffer', 'TypedArray', 'DataView', 'string'], input);
  });
  if (options.input && entries[0].type !== 'pipe') inputs[0] = undefined;
  const result = native.spawnSync({
    ...options,
    stdio: stdioOf.forNative(entries),
    inputs,
    maxBuffer: Number.isFinite(options.maxBuffer) ? options.maxBuffer : 0,
    timeout: options.timeout ?? 0,
    killSignal: options.killSignal ?? 0,
  });
  const failedToStart = result.error !== 0 && result.pid === 0;
  const { encoding } = options;
  const decode = encoding && encoding !== 'buffer';
  const output = failedToStart ? null : result.output.map((bytes, i) => {
    if (bytes === null || i === 0) return null;
    const buffer = Buffer.from(bytes);
    return decode ? buffer.toString(encoding) : buffer;
  });
  const answer = {
    status: failedToStart || result.signal > 0 ? null : result.status,
    signal: result.signal > 0 ? signalName(result.signal) : null,
    output,
    pid: result.pid,
    stdout: output?.[1] ?? null,
    stderr: output?.[2] ?? null,
  };
  if (result.error !== 0) {
    const error = errnoException(result.error, `spawnSync ${options.file}`);
    error.path = options.file;
    error.spawnargs = options.args.slice(1);
    return { error, ...answer };
  }
  return answer;
}

exports.run = run;

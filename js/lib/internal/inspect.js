// SPDX-License-Identifier: MIT
// util.inspect and util.format.
'use strict';

function inspect(value) {
  if (typeof value === 'string') return `'${value}'`;
  if (value instanceof Error) return `${value}\n${value.stack}`;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value);
}

function format(...args) {
  return args.map((arg) => (typeof arg === 'string' ? arg : inspect(arg))).join(' ');
}

exports.inspect = inspect;
exports.format = format;

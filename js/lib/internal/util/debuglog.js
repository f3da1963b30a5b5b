// SPDX-License-Identifier: MIT
// util.debuglog: messages of sections that the variable NODE_DEBUG names.
'use strict';

let wanted; // a pattern

function isEnabled(section) {
  if (wanted === undefined) {
    const names = process.env.NODE_DEBUG ?? '';
    const pattern = names.replace(/[|\\{}()[\]^$+?.]/g, '\\$&').replaceAll('*', '.*')
      .replaceAll(',', '$|^');
    wanted = names === '' ? null : new RegExp(`^${pattern}$`, 'i');
  }
  return wanted !== null && wanted.test(section);
}

function print(section, args) {
  const { formatWithOptions } = require('internal/format');
  const { stderr } = process;
  const colors = Boolean(stderr?.isTTY && stderr.hasColors?.());
  const text = formatWithOptions({ colors }, ...args);
  stderr.write(formatWithOptions({ colors }, '%s %d: %s\n', section, process.pid, text));
}

// `callback` gets the function that logs without looking again, at the first call.
function debuglog(section, callback) {
  let name;
  let enabled;
  const prepare = () => {
    if (enabled === undefined) {
      name = String(section).toUpperCase();
      enabled = isEnabled(name);
    }
    return enabled;
  };
  let log = (...args) => {
    log = prepare() ? (...more) => print(name, more) : () => {};
    if (typeof callback === 'function') callback(log);
    log(...args);
  };
  const logger = (...args) => log(...args);
  Object.defineProperty(logger, 'enabled', {
    get() { return prepare(); }, configurable: true, enumerable: true,
  });
  return logger;
}

exports.debuglog = debuglog;

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

// What these sections show may be secret.
const warned = new Set();

function warnOfSecrets(name) {
  if (!/^HTTP2?$/.test(name) || warned.has(name)) return;
  warned.add(name);
  process.emitWarning(`Setting the NODE_DEBUG environment variable to '${name.toLowerCase()}' ` +
    'can expose sensitive data (such as passwords, tokens and authentication headers) in the ' +
    'resulting log.');
}

// `callback` gets the function that logs without looking again, at the first call.
function debuglog(section, callback) {
  let name;
  let enabled;
  const prepare = () => {
    if (enabled === undefined) {
      name = String(section).toUpperCase();
      enabled = isEnabled(name);
      if (enabled) warnOfSecrets(name);
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

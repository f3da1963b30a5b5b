// SPDX-License-Identifier: MIT
// Versions of TLS by their names, and what secureProtocol makes of them.
'use strict';
const { codes } = require('internal/errors');

const numbers = {
  '__proto__': null, 'TLSv1': 0x301, 'TLSv1.1': 0x302, 'TLSv1.2': 0x303, 'TLSv1.3': 0x304,
};
const TLS12 = 0x303;
const HIGHEST = 0x304;
const roles = { '': 0, '_client': 1, '_server': 2 };

function versionNumber(which, name, otherwise) {
  name ??= otherwise;
  const number = numbers[name];
  if (number === undefined) throw new codes.ERR_TLS_INVALID_PROTOCOL_VERSION(name, which);
  return number;
}

function wrongMethod(text) {
  return Object.assign(new TypeError(text), { code: 'ERR_TLS_INVALID_PROTOCOL_METHOD' });
}

const oldNames = {
  '__proto__': null, 'TLSv1': 0x301, 'TLSv1_1': 0x302, 'TLSv1_2': TLS12,
};

// "TLSv1_2_server_method" -> { role, min, max }; min stays as it was for SSLv23.
function readMethod(name, min) {
  const [, kind, side] = /^(\w+?)(_client|_server|)_method$/.exec(name) ?? [];
  if (kind === 'SSLv2' || kind === 'SSLv3') {
    throw wrongMethod(`${kind} methods disabled`);
  }
  const role = roles[side];
  if (kind === 'SSLv23') return { role, min, max: TLS12 };
  if (kind === 'TLS') return { role, min: 0, max: HIGHEST };
  const version = oldNames[kind];
  if (version === undefined) throw wrongMethod(`Unknown method: ${name}`);
  return { role, min: version, max: version };
}

// What a context is made with, of its options and the defaults.
function readVersions({ minVersion, maxVersion, secureProtocol }, defaults) {
  if (secureProtocol) {
    if (minVersion != null) {
      throw new codes.ERR_TLS_PROTOCOL_VERSION_CONFLICT(minVersion, secureProtocol);
    }
    if (maxVersion != null) {
      throw new codes.ERR_TLS_PROTOCOL_VERSION_CONFLICT(maxVersion, secureProtocol);
    }
  }
  const min = versionNumber('minimum', minVersion, defaults.DEFAULT_MIN_VERSION);
  const max = versionNumber('maximum', maxVersion, defaults.DEFAULT_MAX_VERSION);
  return secureProtocol ? readMethod(String(secureProtocol), min) : { role: 0, min, max };
}

exports.TLS12 = TLS12;
exports.TLS13 = HIGHEST;
exports.readVersions = readVersions;

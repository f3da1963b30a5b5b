// SPDX-License-Identifier: MIT
// The module punycode (RFC 3492): Unicode as letters, digits and hyphens, for names of domains.
'use strict';

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 128;
const MOST = 0x7fffffff;

process.emitWarning('The `punycode` module is deprecated. Please use a userland alternative ' +
  'instead.', 'DeprecationWarning', 'DEP0040');

const messages = {
  'overflow': 'Overflow: input needs wider integers to process',
  'not-basic': 'Illegal input >= 0x80 (not a basic code point)',
  'invalid-input': 'Invalid input',
};

function fail(kind) {
  throw new RangeError(messages[kind]);
}

// How far apart the next difference is thought to be.
function adapt(delta, count, first) {
  delta = first ? Math.floor(delta / DAMP) : delta >> 1;
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > (BASE - T_MIN) * T_MAX >> 1; k += BASE) delta = Math.floor(delta / (BASE - T_MIN));
  return Math.floor(k + (BASE - T_MIN + 1) * delta / (delta + SKEW));
}

function threshold(k, bias) {
  return k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
}

function digitOf(code) {
  if (code >= 48 && code < 58) return code - 22;
  const letter = code | 32;
  return letter >= 97 && letter <= 122 ? letter - 97 : BASE;
}

function letterOf(digit) {
  return String.fromCharCode(digit < 26 ? digit + 97 : digit + 22);
}

function decode(input) {
  const output = [];
  const basic = Math.max(input.lastIndexOf('-'), 0);
  for (let i = 0; i < basic; i++) {
    if (input.charCodeAt(i) >= 0x80) fail('not-basic');
    output.push(input.charCodeAt(i));
  }
  let code = FIRST_CODE;
  let bias = FIRST_BIAS;
  let place = 0;
  for (let i = basic > 0 ? basic + 1 : 0; i < input.length;) {
    const before = place;
    for (let weight = 1, k = BASE; ; k += BASE) {
      if (i >= input.length) fail('invalid-input');
      const digit = digitOf(input.charCodeAt(i++));
      if (digit >= BASE) fail('invalid-input');
      if (digit > Math.floor((MOST - place) / weight)) fail('overflow');
      place += digit * weight;
      const t = threshold(k, bias);
      if (digit < t) break;
      if (weight > Math.floor(MOST / (BASE - t))) fail('overflow');
      weight *= BASE - t;
    }
    const count = output.length + 1;
    bias = adapt(place - before, count, before === 0);
    if (Math.floor(place / count) > MOST - code) fail('overflow');
    code += Math.floor(place / count);
    place %= count;
    output.splice(place++, 0, code);
  }
  return String.fromCodePoint(...output);
}

function encode(input) {
  const codes = ucs2decode(input);
  const basic = codes.filter((code) => code < 0x80);
  let output = String.fromCharCode(...basic);
  let handled = basic.length;
  if (handled > 0) output += '-';
  let code = FIRST_CODE;
  let bias = FIRST_BIAS;
  let delta = 0;
  while (handled < codes.length) {
    let next = MOST;
    for (const one of codes) if (one >= code && one < next) next = one;
    if (next - code > Math.floor((MOST - delta) / (handled + 1))) fail('overflow');
    delta += (next - code) * (handled + 1);
    code = next;
    for (const one of codes) {
      if (one < code && ++delta > MOST) fail('overflow');
      if (one !== code) continue;
      output += numberOf(delta, bias);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled++;
    }
    delta++;
    code++;
  }
  return output;
}

function numberOf(value, bias) {
  let text = '';
  for (let k = BASE; ; k += BASE) {
    const t = threshold(k, bias);
    if (value < t) return text + letterOf(value);
    text += letterOf(t + (value - t) % (BASE - t));
    value = Math.floor((value - t) / (BASE - t));
  }
}

function ucs2decode(string) {
  return Array.from(string, (char) => char.codePointAt(0));
}

function ucs2encode(codePoints) {
  return String.fromCodePoint(...codePoints);
}

// Each label of a domain, or of what follows the '@' of an address.
function mapLabels(domain, change) {
  const [first, second] = domain.split('@', 2);
  const prefix = second === undefined ? '' : `${first}@`;
  const labels = (second ?? first).replace(/[\x2e\u3002\uff0e\uff61]/g, '.').split('.');
  return prefix + labels.map(change).join('.');
}

function toUnicode(input) {
  return mapLabels(input, (label) => (
    label.startsWith('xn--') ? decode(label.slice(4).toLowerCase()) : label));
}

function toASCII(input) {
  return mapLabels(input, (label) => (/[^\0-\x7f]/.test(label) ? `xn--${encode(label)}` : label));
}

module.exports = {
  version: '2.1.0',
  ucs2: { decode: ucs2decode, encode: ucs2encode },
  decode,
  encode,
  toASCII,
  toUnicode,
};

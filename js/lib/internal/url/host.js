// SPDX-License-Identifier: MIT
// Hosts of URLs: domains, IPv4 addresses in all their old forms, IPv6 addresses, opaque names.
'use strict';
const { encode, decode, CONTROL } = require('internal/url/percent');

const forbidden = /[\0\t\n\r #/:<>?@[\\\]^|]/;
const forbiddenInDomain = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;

// The host in its normal form, or null if the text is not a host.
function parseHost(text, special) {
  if (text.startsWith('[')) {
    if (!text.endsWith(']')) return null;
    const pieces = parseIpv6(text.slice(1, -1));
    return pieces === null ? null : `[${formatIpv6(pieces)}]`;
  }
  if (!special) return forbidden.test(text) ? null : encode(text, CONTROL);
  const domain = toAscii(decode(text));
  if (domain === '' || domain === null || forbiddenInDomain.test(domain)) return null;
  if (!endsInNumber(domain)) return domain;
  return parseIpv4(domain);
}

// A name of plain ASCII only has to be in lower case; others are a matter of IDNA.
function toAscii(domain) {
  if (/^[\0-\x7f]*$/.test(domain)) {
    const lower = domain.toLowerCase();
    if (!lower.includes('xn--')) return lower;
  }
  return binding('icu').toAscii(domain.toWellFormed()) ?? null;
}

// For the old url.parse: '' if it is not a domain.
function toAsciiLeniently(domain) {
  return toAscii(domain) ?? '';
}

function toUnicode(domain) {
  if (!domain.includes('xn--')) return domain;
  return domain.split('.').map((label) => {
    if (!label.startsWith('xn--')) return label;
    const text = label === 'xn--' ? '' : binding('icu').toUnicode(label);
    return text.includes('\ufffd') ? label : text; // what it does not stand for, it is
  }).join('.');
}

function endsInNumber(domain) {
  const parts = domain.split('.');
  if (parts[parts.length - 1] === '') {
    if (parts.length === 1) return false;
    parts.pop();
  }
  const last = parts[parts.length - 1];
  return /^[0-9]+$/.test(last) || /^0x[0-9a-f]*$/i.test(last);
}

function parseNumber(text) {
  if (text === '') return NaN;
  if (/^0x[0-9a-f]*$/i.test(text)) return text.length === 2 ? 0 : parseInt(text, 16);
  if (/^0[0-7]*$/.test(text)) return parseInt(text, 8);
  return /^[1-9][0-9]*$/.test(text) ? parseInt(text, 10) : NaN;
}

function parseIpv4(domain) {
  const parts = domain.split('.');
  if (parts[parts.length - 1] === '' && parts.length > 1) parts.pop();
  if (parts.length > 4) return null;
  const numbers = parts.map(parseNumber);
  const last = numbers.pop();
  if (Number.isNaN(last) || last >= 256 ** (4 - numbers.length)) return null;
  let address = last;
  for (let i = 0; i < numbers.length; i++) {
    if (!(numbers[i] <= 255)) return null;
    address += numbers[i] * 256 ** (3 - i);
  }
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

// The last two pieces of an address that ends like one of IPv4; null if it does not.
function parseTail(text) {
  const match = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
  if (match === null) return null;
  const bytes = match.slice(1).map((part) => (/^0\d/.test(part) ? 256 : Number(part)));
  if (bytes.some((byte) => byte > 255)) return null;
  return [bytes[0] * 256 + bytes[1], bytes[2] * 256 + bytes[3]];
}

function parsePieces(text) {
  if (text === '') return [];
  const pieces = [];
  const parts = text.split(':');
  for (let i = 0; i < parts.length; i++) {
    if (/^[0-9a-f]{1,4}$/i.test(parts[i])) {
      pieces.push(parseInt(parts[i], 16));
    } else {
      const tail = i === parts.length - 1 ? parseTail(parts[i]) : null;
      if (tail === null) return null;
      pieces.push(...tail);
    }
  }
  return pieces;
}

function parseIpv6(text) {
  const gap = text.indexOf('::');
  if (gap === -1) {
    const pieces = parsePieces(text);
    return pieces !== null && pieces.length === 8 ? pieces : null;
  }
  const before = text.slice(0, gap);
  const after = text.slice(gap + 2);
  const head = parsePieces(before);
  const tail = parsePieces(after);
  if (head === null || tail === null || before.includes('.')) return null;
  const missing = 8 - head.length - tail.length;
  return missing < 1 ? null : [...head, ...new Array(missing).fill(0), ...tail];
}

// The first of the longest runs of zeros, if it has more than one, is '::'.
function formatIpv6(pieces) {
  let start = -1;
  let longest = 1;
  for (let i = 0; i < 8; i++) {
    let end = i;
    while (end < 8 && pieces[end] === 0) end++;
    if (end - i > longest) {
      start = i;
      longest = end - i;
    }
    if (end > i) i = end;
  }
  const hex = pieces.map((piece) => piece.toString(16));
  if (start === -1) return hex.join(':');
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + longest).join(':')}`;
}

module.exports = { parseHost, toAscii, toAsciiLeniently, toUnicode };

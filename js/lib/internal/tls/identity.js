// SPDX-License-Identifier: MIT
// Whether a certificate is valid for a host, by the rules of RFC 6125 as in Node; and lists of
// protocols for ALPN.
'use strict';
const { codes } = require('internal/errors');
const net = require('net');

const odd = /[^\u0021-\u007f]/;

const lower = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const withoutDot = (name) => name.replace(/\.$/, '');
const labels = (name) => withoutDot(lower(name)).split('.');

// One name of a certificate, in which a * may stand for a part of the first label.
function fits(host, pattern) {
  if (!pattern) return false;
  const parts = labels(pattern);
  if (parts.length !== host.length || parts.includes('') || parts.some((one) => odd.test(one))) {
    return false;
  }
  for (let i = 1; i < parts.length; i++) if (parts[i] !== host[i]) return false;
  const [first] = parts;
  const pieces = first.split('*');
  if (pieces.length === 1 || first.includes('xn--')) return first === host[0];
  // One star, and not below a top-level domain.
  if (pieces.length > 2 || parts.length <= 2) return false;
  const [before, after] = pieces;
  return before.length + after.length <= host[0].length && host[0].startsWith(before) &&
    host[0].endsWith(after);
}

// "DNS:a, IP Address:1.2.3.4": what is between commas may be quoted as in JSON.
function splitNames(text) {
  if (!text.includes('"')) return text.split(', ');
  const list = [];
  const quoted = /"(?:[^\\"\u0000-\u001f]|\\(?:[bfnrt"\\/]|u[0-9a-fA-F]{4}))*"/y;
  let current = '';
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const comma = text.indexOf(', ', at);
    if (quote === -1 && comma === -1) {
      current += text.slice(at);
      break;
    }
    if (comma !== -1 && (quote === -1 || comma < quote)) {
      list.push(current + text.slice(at, comma));
      current = '';
      at = comma + 2;
    } else {
      quoted.lastIndex = quote;
      const found = quoted.exec(text);
      if (found === null) throw new codes.ERR_TLS_CERT_ALTNAME_FORMAT();
      current += text.slice(at, quote) + JSON.parse(found[0]);
      at = quote + found[0].length;
      if (at < text.length && !text.startsWith(', ', at)) {
        throw new codes.ERR_TLS_CERT_ALTNAME_FORMAT();
      }
    }
  }
  list.push(current);
  return list;
}

// Addresses are compared in one way of writing them.
function canonical(address) {
  if (net.isIPv6(address)) return new URL(`http://[${address}]`).hostname;
  return net.isIPv4(address) ? address : undefined;
}

function namesOf(alternatives) {
  const names = [];
  const addresses = [];
  for (const one of alternatives ? splitNames(alternatives) : []) {
    if (one.startsWith('DNS:')) names.push(one.slice(4));
    else if (one.startsWith('IP Address:')) addresses.push(canonical(one.slice(11)));
  }
  return { names, addresses };
}

// Why the certificate is not for the host; undefined if it is.
function mismatch(host, { subject, subjectaltname }) {
  const { names, addresses } = namesOf(subjectaltname);
  if (net.isIP(host)) {
    return addresses.includes(canonical(host)) ? undefined :
      `IP: ${host} is not in the cert's list: ${addresses.join(', ')}`;
  }
  const parts = labels(host);
  if (names.length > 0) {
    return names.some((name) => fits(parts, name)) ? undefined :
      `Host: ${host}. is not in the cert's altnames: ${subjectaltname}`;
  }
  const name = subject?.CN;
  if (!name) return 'Cert does not contain a DNS name';
  const good = Array.isArray(name) ? name.some((one) => fits(parts, one)) : fits(parts, name);
  return good ? undefined : `Host: ${host}. is not cert's CN: ${name}`;
}

function checkServerIdentity(hostname, cert) {
  const host = withoutDot(`${hostname}`);
  const reason = mismatch(host, cert);
  if (reason === undefined) return undefined;
  const error = new codes.ERR_TLS_CERT_ALTNAME_INVALID(reason);
  return Object.assign(error, { reason, host, cert });
}

// A list of names in wire format: each after its length.
function protocolBytes(protocols) {
  const pieces = protocols.map((name, index) => {
    const length = Buffer.byteLength(name);
    if (length > 255) {
      const error = new codes.ERR_OUT_OF_RANGE('protocols', '<= 255', length);
      error.message = `The byte length of the protocol at index ${index} exceeds the maximum ` +
        `length. It must be <= 255. Received ${length}`;
      throw error;
    }
    return Buffer.concat([Buffer.from([length]), Buffer.from(name)]);
  });
  return Buffer.concat(pieces);
}

function convertALPNProtocols(protocols, out) {
  if (Array.isArray(protocols)) {
    out.ALPNProtocols = protocolBytes(protocols);
  } else if (ArrayBuffer.isView(protocols)) {
    out.ALPNProtocols = Buffer.from(protocols.buffer.slice(protocols.byteOffset,
      protocols.byteOffset + protocols.byteLength));
  }
}

module.exports = { checkServerIdentity, convertALPNProtocols };

// SPDX-License-Identifier: MIT
// The default trusted certificates: the bundle of the system, or OpenSSL's default places
// (--use-openssl-ca), and those of NODE_EXTRA_CA_CERTS.
'use strict';
const { codes } = require('internal/errors');
const { options } = require('internal/program');
const { process } = require('internal/process');
const { open } = require('internal/tls/native');

const { trusted } = binding('env');
// Debian and Alpine, Fedora, SUSE, others.
const places = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem', '/etc/pki/tls/cacert.pem', '/etc/ssl/cert.pem'];

let bundle; // { text, path }, null: there is none
let store;
let list;

function readFile(path) {
  try {
    return require('fs').readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

function findBundle() {
  const named = trusted('SSL_CERT_FILE');
  for (const path of named ? [named] : places) {
    const text = readFile(path);
    if (text !== undefined) return { text, path };
  }
  return null;
}

function getBundle() {
  return bundle ??= findBundle();
}

function lookedFor() {
  const named = trusted('SSL_CERT_FILE');
  return named ? `${named} (SSL_CERT_FILE)` : places.join(', ');
}

function addExtra(native) {
  const path = trusted('NODE_EXTRA_CA_CERTS');
  if (!path) return;
  let problem;
  try {
    const found = native.fillStore(store, require('fs').readFileSync(path));
    if (typeof found === 'string') problem = found;
  } catch (error) {
    const { errorMap } = require('internal/errors');
    problem = errorMap().get(error.errno)?.[1].replace(/^n/, 'N') ?? error.message;
  }
  if (problem !== undefined) {
    process.emitWarning(`Ignoring extra certs from \`${path}\`, load failed: ${problem}`);
  }
}

function makeStore(native) {
  if (store !== undefined) return;
  store = native.newStore(Boolean(options.useOpensslCa));
  if (!options.useOpensslCa && getBundle() !== null) {
    native.fillStore(store, Buffer.from(getBundle().text, 'latin1'));
  }
  addExtra(native);
}

// For a context that checks certificates; `must`: there has to be something to check them with.
// `beside`: what it already trusts.
function useRoots(context, must, beside) {
  const native = open();
  makeStore(native);
  if (must && !options.useOpensslCa && getBundle() === null && !trusted('NODE_EXTRA_CA_CERTS')) {
    throw new codes.ERR_TLS_NO_ROOT_CERTIFICATES(lookedFor());
  }
  if (beside) native.addStore(context, store);
  else native.useStore(context, store);
}

// Warns of it early.
function checkExtra() {
  if (store === undefined && trusted('NODE_EXTRA_CA_CERTS')) makeStore(open());
}

const certificateText = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

// A bundle may have one twice.
function rootCertificates() {
  return list ??= Object.freeze([...new Set((getBundle()?.text ?? '').match(certificateText))]);
}

exports.checkExtra = checkExtra;
exports.useRoots = useRoots;
exports.rootCertificates = rootCertificates;

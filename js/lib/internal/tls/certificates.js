// SPDX-License-Identifier: MIT
// Certificates of a connection, as objects of the old form and as X509Certificates.
'use strict';
const { X509Certificate, withIssuer } = require('internal/crypto/x509');
const { selfIssued } = require('internal/tls/handle');

function legacyOf(certificate) {
  return new X509Certificate(certificate).toLegacyObject();
}

// With all: each has the one that issued it, and the last one itself if it did.
function peerObject(handle, all) {
  const list = handle.peerCertificates(all);
  if (list.length === 0) return {};
  const objects = list.map(legacyOf);
  if (all) {
    for (let i = 0; i + 1 < objects.length; i++) objects[i].issuerCertificate = objects[i + 1];
    const last = objects.length - 1;
    if (selfIssued(list[last])) objects[last].issuerCertificate = objects[last];
  }
  return objects[0];
}

function ownObject(handle) {
  const certificate = handle.ownCertificate();
  return certificate === undefined ? {} : legacyOf(certificate);
}

function peerX509(handle) {
  let issuer;
  for (const certificate of handle.peerCertificates(true).reverse()) {
    issuer = withIssuer(new X509Certificate(certificate), issuer);
  }
  return issuer;
}

function ownX509(handle) {
  const certificate = handle.ownCertificate();
  return certificate === undefined ? undefined : new X509Certificate(certificate);
}

module.exports = { ownObject, ownX509, peerObject, peerX509 };

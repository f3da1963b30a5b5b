// SPDX-License-Identifier: MIT
// _tls_common: an old name for parts of tls.
'use strict';
const { SecureContext, createSecureContext } = require('tls');

// A certificate's names, where they are still a text.
function translatePeerCertificate(certificate) {
  if (!certificate) return null;
  if (typeof certificate.infoAccess === 'string') {
    const access = { __proto__: null };
    const lines = certificate.infoAccess.matchAll(/^([^\n:]*):([^\n]*)(?:\n|$)/gm);
    for (const [, name, value] of lines) {
      (access[name] ??= []).push(value.startsWith('"') ? JSON.parse(value) : value);
    }
    certificate.infoAccess = access;
  }
  const { issuerCertificate } = certificate;
  if (issuerCertificate !== undefined && issuerCertificate !== null &&
      issuerCertificate !== certificate) {
    certificate.issuerCertificate = translatePeerCertificate(issuerCertificate);
  }
  return certificate;
}

exports.SecureContext = SecureContext;
exports.createSecureContext = createSecureContext;
exports.translatePeerCertificate = translatePeerCertificate;

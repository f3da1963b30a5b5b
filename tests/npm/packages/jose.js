// SPDX-License-Identifier: MIT
// jose: signed and encrypted tokens, keys as JWK and PEM, thumbprints.
'use strict';
const assert = require('assert');
const jose = require('jose');

(async () => {
  for (const alg of ['ES256', 'EdDSA', 'RS256', 'PS512']) {
    const { publicKey, privateKey } = await jose.generateKeyPair(alg, { extractable: true });
    const token = await new jose.SignJWT({ n: 1 }).setProtectedHeader({ alg }).setIssuedAt()
      .setExpirationTime('2h').sign(privateKey);
    const key = await jose.importJWK(await jose.exportJWK(publicKey), alg);
    assert.strictEqual((await jose.jwtVerify(token, key)).payload.n, 1);
    const pem = await jose.importSPKI(await jose.exportSPKI(publicKey), alg);
    assert.strictEqual((await jose.jwtVerify(token, pem)).protectedHeader.alg, alg);
    await assert.rejects(jose.jwtVerify(`${token.slice(0, -6)}AAAAAA`, key),
      { code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' });
  }
  for (const [alg, enc] of [['dir', 'A128CBC-HS256'], ['A256KW', 'A256GCM'],
    ['PBES2-HS256+A128KW', 'A128GCM']]) {
    const secret = alg.startsWith('PBES2') ? new TextEncoder().encode('password') :
      await jose.generateSecret(alg === 'dir' ? enc : alg);
    const token = await new jose.EncryptJWT({ n: 2 }).setProtectedHeader({ alg, enc })
      .encrypt(secret);
    const options = { keyManagementAlgorithms: [alg] };
    assert.strictEqual((await jose.jwtDecrypt(token, secret, options)).payload.n, 2);
  }
  for (const alg of ['RSA-OAEP-256', 'ECDH-ES+A128KW']) {
    const { publicKey, privateKey } = await jose.generateKeyPair(alg);
    const token = await new jose.CompactEncrypt(new TextEncoder().encode('text'))
      .setProtectedHeader({ alg, enc: 'A256GCM' }).encrypt(publicKey);
    const { plaintext } = await jose.compactDecrypt(token, privateKey);
    assert.strictEqual(new TextDecoder().decode(plaintext), 'text');
  }
  const jwk = { kty: 'EC', crv: 'P-256', x: 'jJ6Flys3zK9jUhnOHf6G49Dyp5hah6CNP84-gY-n9eo',
    y: 'nhI6iD5eFXgBTLt_1p3aip-5VbZeMhxeFSpjfEAf7Ww' };
  assert.strictEqual(await jose.calculateJwkThumbprint(jwk),
    'w9eYdC6_s_tLQ8lH6PUpc0mddazaqtPgeC2IgWDiqY8');
})();

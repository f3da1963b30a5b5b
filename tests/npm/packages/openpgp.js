// SPDX-License-Identifier: MIT
// openpgp: keys made, messages encrypted, signed, read and refused.
'use strict';
const assert = require('assert');
const openpgp = require('openpgp');

(async () => {
  const { privateKey: locked, publicKey: armored } = await openpgp.generateKey({
    type: 'ecc', curve: 'curve25519', userIDs: [{ name: 'A', email: 'a@example.com' }],
    passphrase: 'secret' });
  const publicKey = await openpgp.readKey({ armoredKey: armored });
  const privateKey = await openpgp.decryptKey({
    privateKey: await openpgp.readPrivateKey({ armoredKey: locked }), passphrase: 'secret' });
  const sealed = await openpgp.encrypt({ encryptionKeys: publicKey, signingKeys: privateKey,
    message: await openpgp.createMessage({ text: 'Hello' }) });
  const { data, signatures } = await openpgp.decrypt({ decryptionKeys: privateKey,
    verificationKeys: publicKey,
    message: await openpgp.readMessage({ armoredMessage: sealed }) });
  assert.strictEqual(data, 'Hello');
  assert.ok(await signatures[0].verified);
  const secret = await openpgp.encrypt({ passwords: ['p'],
    message: await openpgp.createMessage({ binary: new Uint8Array(5000).fill(7) }) });
  await assert.rejects(openpgp.decrypt({ passwords: ['q'],
    message: await openpgp.readMessage({ armoredMessage: secret }) }));
  const opened = await openpgp.decrypt({ passwords: ['p'], format: 'binary',
    message: await openpgp.readMessage({ armoredMessage: secret }) });
  assert.strictEqual(opened.data.length, 5000);
})();

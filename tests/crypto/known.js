// SPDX-License-Identifier: MIT
// Proves that ciphers, digests, signatures and derived keys give published answers (the package
// python3-cryptography-vectors).
//   known.js DIRECTORY [every]     every: take one of so many answers of a file
// Prints a line for each kind: how many answers were checked.
'use strict';
const assert = require('assert');
const crypto = require('crypto');
const path = require('path');
const { files, hex, read } = require('./vectors.js');

const [, , root, everyText = '1'] = process.argv;
const every = Number(everyText);
const counts = {};
let wrong = 0;

// Checks one of `every` answers, and always the first.
function check(kind, list, body) {
  for (let i = 0; i < list.length; i += every) {
    counts[kind] = (counts[kind] ?? 0) + 1;
    try {
      body(list[i]);
    } catch (error) {
      wrong++;
      if (wrong < 20) {
        console.log(`WRONG ${kind} ${JSON.stringify(list[i]).slice(0, 300)}`);
        console.log(`  ${error.message.split('\n')[0]}`);
      }
    }
  }
}

function same(got, expected) {
  assert.strictEqual(Buffer.from(got).toString('hex'), Buffer.from(expected).toString('hex'));
}

function both(name, key, iv, plain, encrypted, options) {
  const cipher = crypto.createCipheriv(name, key, iv, options).setAutoPadding(false);
  same(Buffer.concat([cipher.update(plain), cipher.final()]), encrypted);
  const decipher = crypto.createDecipheriv(name, key, iv, options).setAutoPadding(false);
  same(Buffer.concat([decipher.update(encrypted), decipher.final()]), plain);
}

// Data that must not decrypt.
function opens(name, key, iv, extra, data, tag, plainLength) {
  const decipher = crypto.createDecipheriv(name, key, iv, { authTagLength: tag.length });
  decipher.setAuthTag(tag);
  if (extra.length > 0) decipher.setAAD(extra, { plaintextLength: plainLength });
  try {
    return Buffer.concat([decipher.update(data), decipher.final()]);
  } catch {
    return undefined;
  }
}

function seals(name, key, iv, extra, plain, tagLength) {
  const cipher = crypto.createCipheriv(name, key, iv, { authTagLength: tagLength });
  if (extra.length > 0) cipher.setAAD(extra, { plaintextLength: plain.length });
  const data = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([data, cipher.getAuthTag()]);
}

function blockCiphers() {
  for (const mode of ['CBC', 'CTR', 'ECB', 'OFB', 'CFB']) {
    for (const file of files(path.join(root, 'ciphers/AES', mode), /\.(rsp|txt)$/)) {
      if (/CFB(1|8)[A-Z]/.test(path.basename(file))) continue;
      check(`AES-${mode}`, read(file), ({ key, iv, plaintext, ciphertext }) => {
        const bytes = hex(key);
        both(`aes-${bytes.length * 8}-${mode.toLowerCase()}`, bytes,
          mode === 'ECB' ? null : hex(iv), hex(plaintext), hex(ciphertext));
      });
    }
  }
  for (const file of files(path.join(root, 'ciphers/3DES/CBC'), /MMT|vartext/)) {
    check('3DES-CBC', read(file), ({ key1, key2, key3, keys, iv, plaintext, ciphertext }) => {
      if (iv === undefined) return; // three IVs: interleaved, which nobody supports
      const bytes = keys ? hex(keys + keys + keys) : hex(key1 + key2 + key3);
      both('des-ede3-cbc', bytes, hex(iv), hex(plaintext), hex(ciphertext));
    });
  }
}

function authenticated() {
  for (const file of files(path.join(root, 'ciphers/AES/GCM'), /Encrypt.*rsp$/)) {
    check('AES-GCM', read(file), ({ key, iv, pt, aad, ct, tag }) => {
      const bytes = hex(key);
      const name = `aes-${bytes.length * 8}-gcm`;
      const size = hex(tag).length;
      same(seals(name, bytes, hex(iv), hex(aad), hex(pt), size), hex(ct + tag));
      same(opens(name, bytes, hex(iv), hex(aad), hex(ct), hex(tag)), hex(pt));
    });
  }
  for (const file of files(path.join(root, 'ciphers/AES/GCM'), /Decrypt.*rsp$/)) {
    check('AES-GCM, refused', read(file), (one) => {
      if (one.key === undefined) return;
      const bytes = hex(one.key);
      const plain = opens(`aes-${bytes.length * 8}-gcm`, bytes, hex(one.iv), hex(one.aad),
        hex(one.ct), hex(one.tag));
      assert.strictEqual(plain !== undefined, one.pt !== undefined || plain?.length === 0);
    });
  }
  for (const file of files(path.join(root, 'ciphers/AES/CCM'), /^DVPT.*rsp$/)) {
    check('AES-CCM', read(file, ['key']), ({ heading, key, nonce, adata, ct, result, payload }) => {
      const [alen, plen, , tlen] = heading.match(/\d+/g).map(Number);
      const bytes = hex(key);
      const data = hex(ct).subarray(0, plen);
      const extra = hex(adata).subarray(0, alen);
      const name = `aes-${bytes.length * 8}-ccm`;
      const plain = opens(name, bytes, hex(nonce), extra, data, hex(ct).subarray(plen, plen + tlen),
        plen);
      assert.strictEqual(plain !== undefined, result === 'Pass');
      if (result === 'Pass') same(plain, hex(payload).subarray(0, plen));
    });
  }
  for (const file of files(path.join(root, 'ciphers/AES/OCB3'), /(openssl|rfc7253)\.txt$/)) {
    check('AES-OCB', read(file), ({ key, nonce, aad, plaintext, ciphertext }) => {
      const bytes = hex(key);
      const size = hex(ciphertext).length - hex(plaintext).length;
      same(seals(`aes-${bytes.length * 8}-ocb`, bytes, hex(nonce), hex(aad), hex(plaintext), size),
        hex(ciphertext));
    });
  }
  for (const file of files(path.join(root, 'ciphers/ChaCha20Poly1305'), /txt$/)) {
    check('ChaCha20-Poly1305', read(file), (one) => {
      const { key, aad, tag, result } = one;
      const bytes = (value = '') => (value.startsWith('"') ?
        Buffer.from(value.slice(1, -1), 'latin1') : hex(value));
      const plain = opens('chacha20-poly1305', bytes(key), bytes(one.iv ?? one.nonce),
        bytes(aad ?? one.ad), bytes(one.ciphertext ?? one.ct), bytes(tag));
      assert.strictEqual(plain !== undefined, result === undefined);
    });
  }
  for (const file of files(path.join(root, 'keywrap/kwtestvectors'), /^KW_AE_\d+\.txt$/)) {
    check('AES key wrap', read(file), ({ k, p, c }) => {
      const bytes = hex(k);
      both(`id-aes${bytes.length * 8}-wrap`, bytes, Buffer.alloc(8, 0xa6), hex(p), hex(c));
    });
  }
}

function digests() {
  const kinds = [['SHA1', /ShortMsg|LongMsg/, 'sha1'], ['SHA3', /SHA3_(\d+)(Short|Long)Msg/],
    ['SHA2', /SHA(\d+)(Short|Long)Msg/]];
  for (const [folder, pattern, fixed] of kinds) {
    for (const file of files(path.join(root, 'hashes', folder), pattern)) {
      const size = pattern.exec(path.basename(file))[1];
      const name = fixed ?? (folder === 'SHA3' ? `sha3-${size}` : `sha${size}`);
      check(folder, read(file), ({ len, msg, md }) => {
        if (len === undefined) return;
        const data = hex(msg).subarray(0, Number(len) / 8);
        same(crypto.createHash(name).update(data).digest(), hex(md));
        assert.strictEqual(crypto.hash(name, data), md);
      });
    }
  }
  for (const file of files(path.join(root, 'hashes/SHAKE'), /Short|Long|Variable/)) {
    const name = /SHAKE\d+/.exec(file)[0].toLowerCase();
    check('SHAKE', read(file), ({ len, msg, output }) => {
      if (output === undefined) return;
      const data = len === undefined ? hex(msg) : hex(msg).subarray(0, Number(len) / 8);
      const options = { outputLength: output.length / 2 };
      same(crypto.createHash(name, options).update(data).digest(), hex(output));
    });
  }
  for (const file of files(path.join(root, 'HMAC'), /sha|md5/)) {
    const name = /(md5|sha\d+)\.txt/.exec(file)[1];
    check('HMAC', read(file), ({ key, msg, md }) => {
      same(crypto.createHmac(name, hex(key)).update(hex(msg)).digest(), hex(md));
    });
  }
}

function derived() {
  for (const file of files(path.join(root, 'KDF'), /5869|hkdf-gen/)) {
    check('HKDF', read(file), ({ hash, ikm, salt, info, l, okm }) => {
      const name = (hash ?? /SHA\d+/.exec(file)?.[0] ?? 'sha256').replace('-', '');
      same(crypto.hkdfSync(name, hex(ikm), hex(salt), hex(info), Number(l)), hex(okm));
    });
  }
  const text = (value) => Buffer.from(value.replaceAll('\\0', '\0'), 'latin1');
  check('PBKDF2', read(path.join(root, 'KDF/rfc-6070-PBKDF2-SHA1.txt')), (one) => {
    if (Number(one.iterations) > 100000) return;
    same(crypto.pbkdf2Sync(text(one.password), text(one.salt), Number(one.iterations),
      Number(one.length), 'sha1'), hex(one.derived_key));
  });
  check('scrypt', read(path.join(root, 'KDF/scrypt.txt')), (one) => {
    if (Number(one.n) > 20000) return;
    same(crypto.scryptSync(text(one.password), text(one.salt), Number(one.length),
      { N: Number(one.n), r: Number(one.r), p: Number(one.p) }), hex(one.derived_key));
  });
}

module.exports = { check, root, same };
blockCiphers();
authenticated();
digests();
derived();
require('./known_pairs.js');
for (const [kind, count] of Object.entries(counts)) console.log(`${kind}: ${count}`);
if (wrong > 0) {
  console.log(`${wrong} wrong`);
  process.exitCode = 1;
}

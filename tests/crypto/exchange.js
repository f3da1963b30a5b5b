// SPDX-License-Identifier: MIT
// Random exchanges between two runtimes: one makes, the other checks.
//   exchange.js make COUNT SEED >FILE     exchange.js check FILE
// What is made: keys in every form, signatures, encrypted data, shared secrets, digests.
'use strict';
const assert = require('assert');
const crypto = require('crypto');
const fs = require('fs');

let state = 1;

function below(count) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) % count;
}

function pick(list) { return list[below(list.length)]; }

const b64 = (bytes) => Buffer.from(bytes).toString('base64');
const un64 = (text) => Buffer.from(text, 'base64');
const data = () => crypto.randomBytes(below(300));

const pairs = {
  'rsa': () => crypto.generateKeyPairSync('rsa', { modulusLength: 1024 }),
  'rsa-pss': () => crypto.generateKeyPairSync('rsa-pss', { modulusLength: 1024,
    hashAlgorithm: pick(['sha256', 'sha1']) }),
  'ec': () => crypto.generateKeyPairSync('ec', {
    namedCurve: pick(['P-256', 'P-384', 'P-521', 'secp256k1', 'brainpoolP256r1']) }),
  'ed25519': () => crypto.generateKeyPairSync('ed25519'),
  'ed448': () => crypto.generateKeyPairSync('ed448'),
  'x25519': () => crypto.generateKeyPairSync('x25519'),
  'x448': () => crypto.generateKeyPairSync('x448'),
  'dsa': () => crypto.generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }),
  'dh': () => crypto.generateKeyPairSync('dh', { group: 'modp14' }),
};

// A key in some form: { key, format, type, passphrase }, with bytes in base64.
function packed(key, kind) {
  const isPublic = key.type === 'public';
  const jwks = ['rsa', 'ed25519', 'ed448', 'x25519', 'x448'];
  const forms = ['pem', 'der', ...(jwks.includes(kind) ? ['jwk'] : [])];
  const format = pick(forms);
  if (format === 'jwk') return { format, key: key.export({ format }) };
  const types = isPublic ? ['spki'] : ['pkcs8'];
  if (kind === 'rsa') types.push('pkcs1');
  if (kind === 'ec' && !isPublic) types.push('sec1');
  const type = pick(types);
  const options = { format, type };
  const mayLock = !isPublic && (format === 'pem' || type === 'pkcs8');
  if (mayLock && below(2)) {
    options.passphrase = `p${below(1000)}ä`;
    options.cipher = pick(['aes-256-cbc', 'aes-128-cbc', 'des-ede3-cbc']);
  }
  const out = key.export(options);
  return { format, type, passphrase: options.passphrase,
    key: typeof out === 'string' ? out : b64(out), bytes: typeof out !== 'string' };
}

function unpacked({ key, bytes, ...rest }, isPublic) {
  const create = isPublic ? crypto.createPublicKey : crypto.createPrivateKey;
  return create({ ...rest, key: bytes ? un64(key) : key });
}

// Each: make() returns something JSON can hold, check(it) throws if it is wrong.
const kinds = {
  key: {
    make() {
      const kind = pick(Object.keys(pairs));
      const { publicKey, privateKey } = pairs[kind]();
      return { kind, private: packed(privateKey, kind), public: packed(publicKey, kind),
        details: JSON.stringify(privateKey.asymmetricKeyDetails, text) };
    },
    check(one) {
      const key = unpacked(one.private, false);
      assert.strictEqual(key.asymmetricKeyType, one.kind);
      assert.strictEqual(JSON.stringify(key.asymmetricKeyDetails, text), one.details);
      assert.ok(crypto.createPublicKey(key).equals(unpacked(one.public, true)));
    },
  },
  sign: {
    make() {
      const kind = pick(['rsa', 'rsa-pss', 'ec', 'ed25519', 'ed448', 'dsa']);
      const { publicKey, privateKey } = pairs[kind]();
      const options = {};
      if (kind === 'rsa' && below(2)) Object.assign(options, { padding: 6, saltLength: below(20) });
      if (['ec', 'dsa'].includes(kind) && below(2)) options.dsaEncoding = 'ieee-p1363';
      const bound = publicKey.asymmetricKeyDetails.hashAlgorithm;
      const hash = kind.startsWith('ed') ? null : bound ?? pick(['sha1', 'sha256', 'sha512']);
      const input = data();
      const inPieces = hash !== null && below(2);
      const signature = inPieces ?
        crypto.createSign(hash).update(input).sign({ key: privateKey, ...options }) :
        crypto.sign(hash, input, { key: privateKey, ...options });
      return { public: packed(publicKey, kind), options, hash, input: b64(input),
        signature: b64(signature) };
    },
    check(one) {
      const key = unpacked(one.public, true);
      const input = un64(one.input);
      const signature = un64(one.signature);
      assert.ok(crypto.verify(one.hash, input, { key, ...one.options }, signature));
      if (one.hash !== null) {
        assert.ok(crypto.createVerify(one.hash).update(input)
          .verify({ key, ...one.options }, signature));
      }
      signature[signature.length >> 1] ^= 4;
      assert.ok(!crypto.verify(one.hash, input, { key, ...one.options }, signature));
    },
  },
  cipher: {
    make() {
      const name = pick(['aes-128-cbc', 'aes-192-ctr', 'aes-256-gcm', 'aes-128-ccm', 'aes-256-ocb',
        'chacha20-poly1305', 'aes-256-ecb', 'des-ede3-cbc', 'camellia-128-cbc', 'aria-256-cbc',
        'aes-128-cfb', 'sm4-cbc']);
      const info = crypto.getCipherInfo(name);
      const key = crypto.randomBytes(info.keyLength);
      const iv = info.ivLength === undefined ? null : crypto.randomBytes(info.ivLength);
      const isAead = /gcm|ccm|ocb|poly/.test(name);
      const authTagLength = isAead ? 16 : undefined;
      // Node cannot open what is empty with CCM ("tag not set").
      const input = name.endsWith('ccm') ? crypto.randomBytes(1 + below(300)) : data();
      const cipher = crypto.createCipheriv(name, key, iv, { authTagLength });
      const extra = isAead ? data() : undefined;
      if (isAead) cipher.setAAD(extra, { plaintextLength: input.length });
      const out = Buffer.concat([cipher.update(input), cipher.final()]);
      return { name, key: b64(key), iv: iv && b64(iv), input: b64(input), out: b64(out),
        extra: extra && b64(extra), tag: isAead ? b64(cipher.getAuthTag()) : undefined };
    },
    check(one) {
      const open = (out) => {
        const decipher = crypto.createDecipheriv(one.name, un64(one.key), one.iv && un64(one.iv),
          { authTagLength: one.tag && 16 });
        if (one.tag) {
          decipher.setAuthTag(un64(one.tag));
          decipher.setAAD(un64(one.extra), { plaintextLength: out.length });
        }
        return Buffer.concat([decipher.update(out), decipher.final()]);
      };
      assert.strictEqual(b64(open(un64(one.out))), one.input);
      if (one.tag && one.input) {
        const bad = un64(one.out);
        bad[0] ^= 1;
        assert.throws(() => open(bad));
      }
    },
  },
  seal: {
    make() {
      const { publicKey, privateKey } = pairs.rsa();
      const options = { oaepHash: pick(['sha1', 'sha256']),
        oaepLabel: below(2) ? 'label' : undefined };
      const input = crypto.randomBytes(1 + below(60)); // OpenSSL 3.5.7 cannot recover empty data
      const own = crypto.privateEncrypt(privateKey, input);
      return { private: packed(privateKey, 'rsa'), options, input: b64(input), own: b64(own),
        out: b64(crypto.publicEncrypt({ key: publicKey, ...options }, input)) };
    },
    check(one) {
      const key = unpacked(one.private, false);
      assert.strictEqual(b64(crypto.privateDecrypt({ key, ...one.options }, un64(one.out))),
        one.input);
      assert.strictEqual(b64(crypto.publicDecrypt(crypto.createPublicKey(key), un64(one.own))),
        one.input);
    },
  },
  share: {
    make() {
      const kind = pick(['x25519', 'x448', 'dh']);
      const [one, other] = [pairs[kind](), pairs[kind]()];
      const secret = crypto.diffieHellman({ privateKey: one.privateKey,
        publicKey: other.publicKey });
      const ecdh = crypto.createECDH('secp256k1');
      const peer = crypto.createECDH('secp256k1');
      peer.generateKeys();
      ecdh.generateKeys();
      return { private: packed(other.privateKey, kind), public: packed(one.publicKey, kind),
        secret: b64(secret), own: ecdh.getPrivateKey('hex'),
        peer: peer.getPublicKey('hex', pick(['compressed', 'uncompressed', 'hybrid'])),
        shared: ecdh.computeSecret(peer.getPublicKey(), null, 'hex') };
    },
    check(one) {
      assert.strictEqual(b64(crypto.diffieHellman({ privateKey: unpacked(one.private, false),
        publicKey: unpacked(one.public, true) })), one.secret);
      const ecdh = crypto.createECDH('secp256k1');
      ecdh.setPrivateKey(one.own, 'hex');
      assert.strictEqual(ecdh.computeSecret(one.peer, 'hex', 'hex'), one.shared);
    },
  },
  digest: {
    make() {
      const name = pick(crypto.getHashes());
      const input = data();
      return { name, input: b64(input), out: digest(name, input) };
    },
    check(one) { assert.strictEqual(digest(one.name, un64(one.input)), one.out); },
  },
};

function digest(name, input) {
  const key = input.subarray(0, 7);
  const mac = /shake/i.test(name) ? '' : crypto.createHmac(name, key).update(input).digest('hex');
  return `${crypto.createHash(name).update(input).digest('hex')} ${mac}`;
}

function text(name, value) { return typeof value === 'bigint' ? `${value}` : value; }

function make(count) {
  const made = [];
  for (let i = 0; i < count; i++) {
    const kind = Object.keys(kinds)[i % Object.keys(kinds).length];
    made.push({ kind, one: kinds[kind].make() });
  }
  process.stdout.write(JSON.stringify(made));
}

function check(file) {
  for (const { kind, one } of JSON.parse(fs.readFileSync(file, 'utf8'))) {
    try {
      kinds[kind].check(one);
    } catch (error) {
      console.log(`WRONG ${kind}: ${JSON.stringify(one).slice(0, 600)}\n${error.stack}`);
      process.exitCode = 1;
    }
  }
}

const [, , what, first, seed] = process.argv;
if (what === 'make') {
  state = Number(seed) >>> 0;
  make(Number(first));
} else {
  check(first);
}

// SPDX-License-Identifier: MIT
// Blob: immutable bytes, and their URLs in this process.
'use strict';
const { codes } = require('internal/errors');
const { validateObject, validateOneOf } = require('internal/validators');
const { Buffer } = require('buffer');
const { isAnyArrayBuffer } = require('internal/buffer/make');
const { kClone, kDeserialize } = require('internal/messaging/transferable');

const customInspect = Symbol.for('nodejs.util.inspect.custom');
const kBytes = Symbol('kBytes'); // a Blob may be made of these without a copy
const CHUNK = 65536;
let bytesOf;

function partBytes(part, endings) {
  if (part instanceof Blob) return bytesOf(part);
  if (isAnyArrayBuffer(part)) return Buffer.from(part.slice(0));
  if (ArrayBuffer.isView(part)) {
    return Buffer.copyBytesFrom(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  }
  let text = `${part}`;
  if (endings === 'native') text = text.replace(/\r\n|\r/g, '\n');
  return Buffer.from(text);
}

// A type of nothing but visible ASCII, in lower case.
function cleanType(type) {
  type = `${type}`;
  return /[^\x20-\x7e]/.test(type) ? '' : type.toLowerCase();
}

function place(value, size, standard) {
  if (value === undefined) return standard;
  const number = Math.trunc(Number(value)) || 0;
  return number < 0 ? Math.max(size + number, 0) : Math.min(number, size);
}

class Blob {
  #bytes;
  #type;

  static {
    bytesOf = (blob) => blob.#bytes;
  }

  constructor(sources = [], options = {}) {
    if (sources?.[kBytes] !== undefined) {
      this.#bytes = sources[kBytes];
      this.#type = cleanType(options.type);
      return;
    }
    if (sources === null || typeof sources !== 'object' && typeof sources !== 'function' ||
        typeof sources[Symbol.iterator] !== 'function') {
      throw new codes.ERR_INVALID_ARG_TYPE('sources', 'a sequence', sources);
    }
    validateObject(options, 'options', { allowArray: true, allowFunction: true, nullable: true });
    const { type = '', endings = 'transparent' } = options ?? {};
    validateOneOf(`${endings}`, 'options.endings', ['transparent', 'native']);
    const parts = [];
    for (const part of sources) parts.push(partBytes(part, endings));
    this.#bytes = Buffer.concat(parts);
    this.#type = cleanType(type);
  }

  get type() {
    checkThis(#bytes in this);
    return this.#type;
  }

  get size() {
    checkThis(#bytes in this);
    return this.#bytes.length;
  }

  slice(start = 0, end = undefined, contentType = '') {
    checkThis(#bytes in this);
    const { length } = this.#bytes;
    const from = place(start, length, 0);
    const to = place(end, length, length);
    const bytes = this.#bytes.subarray(from, Math.max(from, to));
    return new Blob({ [kBytes]: bytes }, { type: contentType });
  }

  async bytes() {
    return new Uint8Array(await this.arrayBuffer());
  }

  async arrayBuffer() {
    checkThis(#bytes in this);
    return new Uint8Array(this.#bytes).buffer;
  }

  async text() {
    checkThis(#bytes in this);
    return new TextDecoder().decode(this.#bytes);
  }

  stream() {
    checkThis(#bytes in this);
    const bytes = this.#bytes;
    let sent = 0;
    const { ReadableStream } = require('stream/web');
    return new ReadableStream({
      type: 'bytes',
      pull(controller) {
        if (sent >= bytes.length) {
          controller.close();
          controller.byobRequest?.respond(0);
          return;
        }
        const chunk = new Uint8Array(bytes.subarray(sent, sent + CHUNK));
        sent += chunk.length;
        controller.enqueue(chunk);
      },
    });
  }

  [kClone]() {
    return {
      data: { bytes: new Uint8Array(this.#bytes), type: this.#type },
      deserializeInfo: 'internal/blob:Blob',
    };
  }

  [kDeserialize]({ bytes, type }) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#type = type;
  }

  [customInspect](depth, options) {
    if (depth < 0) return this;
    const { inspect } = require('internal/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `Blob ${inspect({ size: this.size, type: this.type }, inner)}`;
  }
}

function checkThis(ok) {
  if (!ok) throw new codes.ERR_INVALID_THIS('Blob');
}

Object.defineProperty(Blob.prototype, Symbol.toStringTag, { value: 'Blob', configurable: true });
for (const name of ['size', 'type', 'slice', 'stream', 'text', 'arrayBuffer', 'bytes']) {
  Object.defineProperty(Blob.prototype, name, { enumerable: true });
}

const stored = new Map();

function randomId() {
  let id = '';
  for (const size of [8, 4, 4, 4, 12]) {
    if (id !== '') id += '-';
    for (let i = 0; i < size; i++) id += Math.floor(Math.random() * 16).toString(16);
  }
  return id;
}

function createObjectURL(blob) {
  if (!(blob instanceof Blob)) throw new codes.ERR_INVALID_ARG_TYPE('obj', 'Blob', blob);
  const id = randomId();
  stored.set(id, blob);
  return `blob:nodedata:${id}`;
}

function idOf(url) {
  return /^blob:nodedata:([^?#:]+)$/.exec(url)?.[1];
}

function revokeObjectURL(url) {
  stored.delete(idOf(url));
}

function resolveObjectURL(url) {
  const blob = stored.get(idOf(`${url}`));
  return blob === undefined ? undefined : blob.slice(0, blob.size, blob.type);
}

module.exports = {
  Blob, createObjectURL, isBlob: (value) => value instanceof Blob, resolveObjectURL,
  revokeObjectURL,
};

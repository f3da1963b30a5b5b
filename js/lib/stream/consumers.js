// SPDX-License-Identifier: MIT
// The module stream/consumers: all of a stream, in one piece.
'use strict';

function check(stream) {
  if (typeof stream[Symbol.asyncIterator] !== 'function' &&
      typeof stream[Symbol.iterator] !== 'function') {
    throw new TypeError('stream is not async iterable');
  }
}

async function chunks(stream) {
  const list = [];
  check(stream);
  for await (const chunk of stream) list.push(chunk);
  return list;
}

async function blob(stream) {
  return new Blob(await chunks(stream));
}

const isBytes = (chunk) => typeof chunk === 'string' || ArrayBuffer.isView(chunk);

async function buffer(stream) {
  const list = await chunks(stream);
  if (!list.every(isBytes)) return Buffer.from(await new Blob(list).arrayBuffer());
  return Buffer.concat(list.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) :
    Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))));
}

async function arrayBuffer(stream) {
  const { buffer: memory, byteOffset, byteLength } = await buffer(stream);
  return memory.slice(byteOffset, byteOffset + byteLength);
}

async function text(stream) {
  const decoder = new TextDecoder();
  check(stream);
  let result = '';
  for await (const chunk of stream) {
    result += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  }
  return result + decoder.decode();
}

async function json(stream) {
  return JSON.parse(await text(stream));
}

module.exports = { arrayBuffer, blob, buffer, text, json };

// SPDX-License-Identifier: MIT
// Files as what the web knows: fs.openAsBlob and FileHandle.readableWebStream.
'use strict';
const { codes } = require('internal/errors');
const { readFile } = require('internal/fs/handle');
const { validateObject, validateString } = require('internal/validators');

async function openAsBlob(path, options = {}) {
  validateObject(options, 'options');
  const { type = '' } = options;
  validateString(type, 'options.type');
  return new Blob([await readFile(path)], { type });
}

const locked = new WeakSet();

function webStream(handle, options) {
  if (handle.fd === -1) throw new codes.ERR_INVALID_STATE('The FileHandle is closed');
  if (locked.has(handle)) throw new codes.ERR_INVALID_STATE('The FileHandle is locked');
  locked.add(handle);
  if (options.type !== undefined) validateString(options.type, 'options.type');
  const { ReadableStream } = require('internal/webstreams/classes');
  const bytes = options.type === 'bytes';
  let closed = false;
  return new ReadableStream({
    type: bytes ? 'bytes' : undefined,
    start(controller) {
      handle.once('close', () => {
        if (closed) return;
        closed = true;
        controller.close();
        controller.byobRequest?.respond(0);
      });
    },
    async pull(controller) {
      const room = controller.byobRequest?.view ?? new Uint8Array(bytes ? 16384 : 65536);
      const { bytesRead } = await handle.read(room, 0, room.byteLength).catch((error) => {
        closed = true; // by the error that this becomes
        throw error;
      });
      if (closed) return;
      if (bytesRead === 0) {
        closed = true;
        controller.close();
        controller.byobRequest?.respond(0);
      } else if (controller.byobRequest) {
        controller.byobRequest.respond(bytesRead);
      } else if (bytes) {
        controller.enqueue(room.subarray(0, bytesRead));
      } else {
        const { buffer } = room;
        controller.enqueue(bytesRead < buffer.byteLength ? buffer.slice(0, bytesRead) : buffer);
      }
    },
    cancel() { closed = true; },
  });
}

module.exports = { openAsBlob, webStream };

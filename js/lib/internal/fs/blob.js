// SPDX-License-Identifier: MIT
// Files as objects of the web: fs.openAsBlob and FileHandle.readableWebStream.
'use strict';
const { codes } = require('internal/errors');
const { readFile } = require('internal/fs/handle');
const { validateObject, validateString } = require('internal/validators');

// If the file does not exist, that is thrown; if it cannot be read, that is reported later.
function openAsBlob(path, options = {}) {
  validateObject(options, 'options');
  const { type = '' } = options;
  validateString(type, 'options.type');
  path = require('internal/fs/validate').toPath(path);
  if (!require('fs').existsSync(path)) {
    throw Object.assign(new TypeError('Unable to open file as blob'),
      { code: 'ERR_INVALID_ARG_VALUE' });
  }
  return readFile(path).then((bytes) => new Blob([bytes], { type }));
}

const locked = new WeakSet();

function webStream(handle, options) {
  if (handle.fd === -1) throw new codes.ERR_INVALID_STATE('The FileHandle is closed');
  if (locked.has(handle)) throw new codes.ERR_INVALID_STATE('The FileHandle is locked');
  locked.add(handle);
  if (options.type !== undefined) validateString(options.type, 'options.type');
  const { ReadableStream } = require('internal/webstreams/classes');
  const bytes = options.type === 'bytes';
  const { kRef, kUnref } = require('internal/fs/handle');
  handle[kRef](); // it is in use until the stream has ended
  let closed = false;
  const end = () => {
    if (!closed) handle[kUnref]();
    closed = true;
  };
  return new ReadableStream({
    type: bytes ? 'bytes' : undefined,
    start(controller) {
      handle.once('close', () => {
        if (closed) return;
        end();
        controller.close();
        controller.byobRequest?.respond(0);
      });
    },
    async pull(controller) {
      const room = controller.byobRequest?.view ?? new Uint8Array(bytes ? 16384 : 65536);
      const { bytesRead } = await handle.read(room, 0, room.byteLength).catch((error) => {
        end(); // by the error that this becomes
        throw error;
      });
      if (closed) return;
      if (bytesRead === 0) {
        end();
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
    cancel() { end(); },
  });
}

module.exports = { openAsBlob, webStream };

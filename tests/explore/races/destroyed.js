// SPDX-License-Identifier: MIT
// A stream that is destroyed while it writes: its file is closed, and the write goes on with what
// has the same number now.
'use strict';
const fs = require('fs');
const { Writable } = require('stream');
const { directory, bug } = require('./scene');

class Log extends Writable {
  _construct(callback) {
    fs.open(`${directory}/log`, 'w', (error, fd) => {
      this.fd = fd;
      callback(error);
    });
  }

  _write(chunk, encoding, callback) {
    fs.write(this.fd, `${chunk.length} `, () => fs.write(this.fd, chunk, (error) => {
      if (error) bug(`a write to what is closed: ${error.code}`);
      callback(error);
    }));
  }

  _destroy(error, callback) {
    fs.close(this.fd, () => callback(error));
  }
}

const log = new Log();
log.on('error', () => {});
log.write('some text');
setTimeout(() => log.destroy(), 30);

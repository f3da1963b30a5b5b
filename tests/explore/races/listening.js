// SPDX-License-Identifier: MIT
// Listen against close: whoever stops a service that has hardly begun expects it to listen already.
'use strict';
const http = require('http');
const fs = require('fs');
const { bug } = require('./scene');

class Service {
  start() {
    fs.readFile(__filename, (error, text) => {
      this.server = http.createServer((request, response) => response.end(text));
      this.server.listen(0, 'localhost');
    });
  }

  stop() {
    if (this.server === undefined) return bug('stopped before it was there');
    this.server.close((error) => { if (error) bug(`stopped: ${error.code}`); });
  }
}

const service = new Service();
service.start();
setTimeout(() => service.stop(), 50);

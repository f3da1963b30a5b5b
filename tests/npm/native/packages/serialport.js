// SPDX-License-Identifier: MIT
// @serialport/bindings-cpp: loads, and reports that there is no such port.
'use strict';
const assert = require('assert');

(async () => {
  const { SerialPort } = require('serialport');
  const { path } = await SerialPort.binding.open({ path: '/dev/none', baudRate: 9600 })
    .catch((error) => ({ path: error.message }));
  assert.match(path, /No such file or directory, cannot open \/dev\/none/);
})();

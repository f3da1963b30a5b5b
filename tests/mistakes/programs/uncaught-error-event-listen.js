// SPDX-License-Identifier: MIT
const net = require('net');
const first = net.createServer().listen(0, '127.0.0.1', () => {
  const { port } = first.address();
  process.on('exit', () => {});
  const second = net.createServer();
  second.on('error', (error) => {
    console.log(error.code, error.syscall, error.message.replace(port, 'PORT'));
    first.close();
  });
  second.listen(port, '127.0.0.1');
});

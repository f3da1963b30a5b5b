// SPDX-License-Identifier: MIT
// The server of a plan for http.
'use strict';
const http = require('http');

function numberOf(url) {
  const at = Number(url.replace(/^\D*/, ''));
  return Number.isNaN(at) ? 99 : at;
}

function arrived(run, how, req, res) {
  const at = numberOf(req.url);
  run.note(`r${at}`, 'e', `${how} ${req.method} ${heads(req)}`);
  res.sendDate = false;
  run.add(`w${at}`, res, true);
  run.add(`r${at}`, req);
  if (how === 'checkContinue') res.writeContinue();
}

function heads(message) {
  const raw = [];
  for (let i = 0; i < message.rawHeaders.length; i += 2) {
    const name = message.rawHeaders[i];
    if (!/^(?:host|date)$/i.test(name)) raw.push(`${name}: ${message.rawHeaders[i + 1]}`);
  }
  return raw.join(', ');
}

function changed(run, req, socket, head) {
  const at = numberOf(req.url);
  run.note(`v${at}`, 'e', `${req.method} ${head}`);
  run.objects[`r${at}`] = req;
  run.add(`v${at}`, socket, true);
}

const optional = {
  upgrade: changed,
  connect: changed,
  checkContinue: (run, req, res) => arrived(run, 'checkContinue', req, res),
  checkExpectation: (run, req, res) => arrived(run, 'checkExpectation', req, res),
  timeout: (run, socket) => socket.destroy(),
  dropRequest: () => {},
  clientError(run, error, socket) {
    run.note('server', 'e', `clientError ${error.code}`);
    socket.destroy();
  },
};

exports.create = (run) => {
  const { options, on, set } = run.plan.server;
  const server = http.createServer(options, (req, res) => arrived(run, 'request', req, res));
  Object.assign(server, set);
  for (const name of on) {
    server.on(name, (...values) => {
      if (name !== 'clientError') run.note('server', 'e', name);
      optional[name](run, ...values);
    });
  }
  server.on('connection', (socket) => run.accept(socket));
  return server;
};
exports.heads = heads;

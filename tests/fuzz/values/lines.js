// SPDX-License-Identifier: MIT
// What a child writes to the channel to its parent: messages and other text, in one piece. The
// results are the messages that arrive, the errors that nobody caught, and the end.
'use strict';
const { spawn } = require('child_process');

const lines = ['{"a":1}', '5', '"text"', 'null', 'true', '[1,2]', '{', 'nothing', '', ' ',
  '{"cmd":"NODE_x"}',
  '{"cmd":"NODE_HANDLE","type":"net.Socket"}', '{"cmd":"NODE_HANDLE_ACK"}',
    '{"cmd":"NODE_HANDLE_NACK"}', '{"cmd":5}',
  '{"cmd":"NODE_HANDLE"}', '"\\ud800"', '{"__proto__":{"x":1}}', '\u00e9', '[', '"open',
    '{"a":1}{"b":2}', '1e999',
  '{"cmd":"other"}', '\u0000', '{"cmd":"NODE_CLUSTER","act":"x"}'];
const values = ['6f2201614902 7b01', '4902', '22 0161', '5f', '6f', '', '5c000103616263',
  '5c01 4902', '5c016f7b00',
  '6f22095f5f70726f746f5f5f6f220178490249017b017b01', '30', '5c0a03616263', '4102490249042400 02',
    '6f2203636d64220a4e4f44455f78787878787b01'];

function make(r) {
  const advanced = r.chance(0.4);
  let batch = '';
  for (let i = 1 + r.below(6); i > 0; i--) {
    if (advanced) {
      const body = `${r.pick(['ff0f', 'ff0f', 'ff0f', 'ff0d', ''])}${r.pick(values)}`.replace(/ /g,
        '');
      const size = body.length / 2 + (r.chance(0.1) ? r.below(3) : 0);
      batch += size.toString(16).padStart(8, '0') + body;
    } else {
      batch += Buffer.from(r.pick(lines) + (r.chance(0.9) ? '\n' : '')).toString('hex');
    }
  }
  return `return receive("${batch}", "${advanced ? 'advanced' : 'json'}");`;
}

const writer = 'require("fs").writeSync(+process.argv[1], Buffer.from(process.argv[2], "hex"));';

function receive(batch, serialization) {
  return new Promise((resolve) => {
    const told = [];
    const handlers = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', (error) => told.push(`uncaught ${error.name}`));
    const child = spawn(process.execPath, ['-e', writer, '3', batch],
      { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization });
    child.on('message', (message) => told.push(['message', message]));
    child.on('internalMessage', (message) => told.push(['internal', message]));
    child.on('error', (error) => told.push(['error', error]));
    let ends = 2; // in any order
    const end = () => {
      if (--ends > 0) return;
      setImmediate(() => {
        process.removeAllListeners('uncaughtException');
        for (const handler of handlers) process.on('uncaughtException', handler);
        resolve(told);
      });
    };
    child.on('disconnect', end);
    child.on('close', end);
  });
}

module.exports = { make, scope: { receive } };

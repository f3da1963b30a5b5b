// SPDX-License-Identifier: MIT
// What a client sends when a stream is closed while it has data to send: the end of the stream goes
// with the last data, but not if a reset comes in the same tick; and 'finish' does not come if data
// was dropped.
'use strict';
const assert = require('assert');
const http2 = require('http2');
const net = require('net');

const DATA = 0;
const HEADERS = 1;
const RST = 3;
const SETTINGS = 4;
const names = { [DATA]: 'data', [HEADERS]: 'headers', [RST]: 'reset' };

function frame(type, flags, id, payload = Buffer.alloc(0)) {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(id, 5);
  return Buffer.concat([head, payload]);
}

const increment = Buffer.from([0, 0, 0, 10]);

// A server that records the frames of streams.
function serve(windowSize, seen, onHead) {
  return net.createServer((socket) => {
    let left = Buffer.alloc(0);
    let isFirst = true;
    const size = Buffer.from([0, 4, 0, 0, 0, 0]);
    size.writeUInt32BE(windowSize, 2);
    socket.on('error', () => {});
    socket.write(frame(SETTINGS, 0, 0, size));
    socket.on('data', (data) => {
      left = Buffer.concat([left, data]);
      if (isFirst) left = left.subarray(24); // the preface
      isFirst = false;
      while (left.length >= 9 && left.length >= 9 + left.readUIntBE(0, 3)) {
        const length = left.readUIntBE(0, 3);
        const [type, flags] = left.subarray(3, 5);
        const payload = left.subarray(9, 9 + length);
        left = left.subarray(9 + length);
        if (type === SETTINGS && flags === 0) socket.write(frame(SETTINGS, 1, 0));
        if (names[type] === undefined) continue;
        const what = type === DATA ? length : type === RST ? payload.readUInt32BE(0) : '';
        seen.push(`${names[type]} ${what}${type === DATA && flags & 1 ? ' end' : ''}`.trim());
        if (type === HEADERS) setTimeout(onHead, 50, socket);
      }
    });
  });
}

async function run(windowSize, onHead, act, options) {
  const seen = [];
  const server = serve(windowSize, seen, onHead);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = http2.connect(`http://127.0.0.1:${server.address().port}`);
  await new Promise((resolve) => client.once('remoteSettings', () => setTimeout(resolve, 10)));
  const stream = client.request({ ':method': 'POST' }, options);
  const events = [];
  for (const name of ['aborted', 'finish', 'end']) stream.on(name, () => events.push(name));
  stream.resume();
  act(stream);
  await new Promise((resolve) => stream.on('close', resolve));
  await new Promise((resolve) => setTimeout(resolve, 50));
  client.destroy();
  server.close();
  return { seen: seen.join(', '), events: events.join(', ') };
}

const respond = (socket) => socket.write(frame(HEADERS, 4, 1, Buffer.from([0x88])));
const allow = (socket) => {
  socket.write(frame(8, 0, 1, increment));
  setTimeout(() => socket.write(frame(HEADERS, 5, 1, Buffer.from([0x88]))), 50);
};
const text = Buffer.alloc(10, 'x');

async function main() {
  // The second write waits for the window, and the end of the stream goes with it.
  assert.deepStrictEqual(await run(10, allow, (stream) => {
    stream.write(text);
    stream.write(text);
    stream.end();
  }), { seen: 'headers, data 10, data 10 end', events: 'finish, end' });

  // A reset in the same tick comes before the end.
  assert.deepStrictEqual(await run(1000, respond, (stream) => {
    stream.write(text);
    stream.end();
    stream.close(http2.constants.NGHTTP2_CANCEL);
  }), { seen: 'headers, data 10, reset 8', events: 'finish, end' });

  // In the 'response' event: pending data is sent before.
  assert.deepStrictEqual(await run(1000, respond, (stream) => {
    stream.write(text);
    stream.on('response', () => stream.close(http2.constants.NGHTTP2_CANCEL));
  }), { seen: 'headers, data 10, data 0 end, reset 8', events: 'aborted, finish, end' });

  // A closed stream is not asked for trailers.
  assert.deepStrictEqual(await run(1000, respond, (stream) => {
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-end': 'yes' }));
    stream.on('response', () => {
      stream.write(text);
      stream.end();
      stream.close(http2.constants.NGHTTP2_CANCEL);
    });
  }, { waitForTrailers: true }), { seen: 'headers, data 10, reset 8', events: 'finish, end' });

  // Data that exceeds the window is dropped, so there is no 'finish'.
  for (const ended of [true, false]) {
    assert.deepStrictEqual(await run(4, respond, (stream) => {
      stream.write(text);
      if (ended) stream.end();
      stream.on('response', () => stream.close(http2.constants.NGHTTP2_CANCEL));
    }), { seen: 'headers, data 4, reset 8', events: ended ? 'end' : 'aborted, end' });
  }
}

main();

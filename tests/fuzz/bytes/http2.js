// SPDX-License-Identifier: MIT
// Frames of http2 to a session of the binding, which answers each stream: whole, twice, and cut
// into two pieces. It must report the same for the same bytes; cutting may make a difference, as it
// answers the first piece before it has the second. The first byte decides the side of the session,
// the second where the bytes are cut. For a server they come after the preface and its settings.
'use strict';
const assert = require('assert');

const HEADERS = 0;
const DATA = 1;
const ERROR = 15;
const OUTPUT = 16;
const KINDS = 17;
const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from('000000040000000000', 'hex')]);
const settings = Buffer.from('000000040000000000', 'hex');
const options = new Float64Array([-1, 200, -1, 100, 0, 128, 10, 10, 1e7, -1, 100, 1000, -1, -1, 1]);
const room = Buffer.alloc(1 << 16);

let native;
let log;
let handle;
const opened = new Set();

function tell(session, kind, id, a, b, list) {
  if (kind === OUTPUT) {
    native.outputDone(handle);
  } else if (kind === HEADERS) {
    log.push(`headers ${id} ${a} ${b} ${list.join('|')}`);
    if (opened.has(id)) return;
    opened.add(id);
    native.respond(handle, id, ':status\x00200\x000', 1, 0);
    native.write(handle, id, 'hello', false, true);
    native.read(handle, id, true);
  } else if (kind === DATA) {
    assert(a <= room.length);
    native.take(room.subarray(0, a));
    const last = log.at(-1);
    const head = `data ${id} `;
    const text = room.toString('latin1', 0, a);
    if (last?.startsWith(head)) log[log.length - 1] = last + text;
    else log.push(head + text);
  } else if (kind === ERROR) {
    log.push(`error ${id}`);
  }
}

function prepare() {
  native = globalThis.fuzzBinding?.('http2') ?? process.binding?.('http2');
  assert.strictEqual(native.open(), undefined);
  native.setup(Array.from({ length: KINDS },
    (_, kind) => (session, ...rest) => tell(session, kind, ...rest)));
}

function run(pieces, isServer) {
  log = [];
  opened.clear();
  handle = native.newSession(isServer, options, undefined);
  native.own(handle, {});
  native.settings(handle, []);
  if (!isServer) native.request(handle, ':method\0GET\x000:path\0/\x000', 2, 1, 0, 16, false);
  native.flush(handle);
  native.receive(handle, isServer ? preface : settings);
  for (const piece of pieces) native.receive(handle, piece);
  native.flush(handle);
  native.end(handle);
  return log;
}

globalThis.fuzz = (bytes) => {
  if (bytes.length < 3) return;
  if (native === undefined) prepare();
  const isServer = (bytes[0] & 1) === 0;
  const frames = bytes.subarray(2);
  const cut = bytes[1] % frames.length;
  const whole = run([frames], isServer);
  assert.deepStrictEqual(run([frames], isServer), whole);
  const first = run([frames.subarray(0, cut)], isServer);
  const pieces = run([frames.subarray(0, cut), frames.subarray(cut)], isServer);
  const sure = Math.max(0, first.length - 1); // data may continue
  assert.deepStrictEqual(pieces.slice(0, sure), first.slice(0, sure));
};

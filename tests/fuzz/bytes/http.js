// SPDX-License-Identifier: MIT
// HTTP messages through the binding, in two ways that must agree: at once, and cut into pieces. The
// first byte decides the side of the message, whether the parser is lenient, and where it is cut.
'use strict';
const assert = require('assert');

let native;

// All that the parser reports for some pieces, as text.
function parse(pieces, isResponse, lenient) {
  native ??= globalThis.fuzzBinding('http');
  const { state } = native;
  const parser = native.newParser();
  native.init(parser, isResponse, 16384, lenient);
  const log = [];
  let body = '';
  for (const piece of pieces) {
    let told = native.execute(parser, piece);
    for (;;) {
      const events = state[0];
      if (told !== undefined) {
        if (told[0] !== undefined) log.push(`head ${told[0]} ${told[1].join('|')}`);
        for (const bytes of [told[2] ?? []].flat()) body += Buffer.from(bytes).toString('latin1');
        if (told[3] !== undefined) log.push(`trailers ${told[3].join('|')}`);
      }
      if ((events & 4) !== 0) {
        log.push(`complete ${body}`);
        body = '';
      }
      if ((events & 8) !== 0) {
        log.push(`error ${native.error(parser)[0]}`);
        return log;
      }
      // The rest of the same piece is not parsed, as in Node.
      if ((events & 1) !== 0 && (state[6] !== 0 || (isResponse && state[2] === 101))) return log;
      const waits = (events & 1) !== 0 && (isResponse || state[6] !== 0);
      if (waits) native.verdict(parser, false, false);
      if ((events & 16) === 0 && !waits) break;
      told = native.next(parser);
    }
  }
  native.finish(parser);
  log.push(`open ${body}`);
  return log;
}

globalThis.fuzz = (bytes) => {
  if (bytes.length < 2) return;
  const isResponse = (bytes[0] & 1) !== 0;
  const lenient = (bytes[0] & 2) !== 0;
  const text = bytes.subarray(1);
  const cut = 1 + (bytes[0] >> 2) % text.length;
  const whole = parse([text], isResponse, lenient);
  const pieces = parse([text.subarray(0, cut), text.subarray(cut)], isResponse, lenient);
  assert.deepStrictEqual(pieces, whole);
};

// SPDX-License-Identifier: MIT
// The pieces of a body that a parser (js/bind/http.c) has found, for internal/http/parser.js and
// fetch.
'use strict';
const { fill } = binding('http');
const { FastBuffer } = require('internal/buffer/fast');

// As a Buffer with memory of its own. C gives large ones their memory; small ones are copied from
// what was read, which costs less, and has to be done before the program runs.
function pieceOf(parser, piece, index) {
  if (typeof piece !== 'number') return new FastBuffer(piece);
  const bytes = new FastBuffer(piece);
  fill(parser, bytes, index);
  return bytes;
}

// Of the body that C tells: a Buffer, or an array of them.
function bodyOf(parser, body) {
  if (!Array.isArray(body)) return pieceOf(parser, body, 0);
  return body.map((piece, index) => pieceOf(parser, piece, index));
}

exports.bodyOf = bodyOf;

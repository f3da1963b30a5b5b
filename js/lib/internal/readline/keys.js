// SPDX-License-Identifier: MIT
// Turns input of a terminal into events 'keypress' with the name of the key.
'use strict';
const { StringDecoder } = require('string_decoder');

const ESCAPE_WAIT_MS = 500;

// What follows ESC [ or ESC O, without modifiers.
const named = {
  'A': 'up', 'B': 'down', 'C': 'right', 'D': 'left', 'E': 'clear', 'F': 'end', 'H': 'home',
  'P': 'f1', 'Q': 'f2', 'R': 'f3', 'S': 'f4', 'Z': 'tab',
  '1~': 'home', '2~': 'insert', '3~': 'delete', '4~': 'end', '5~': 'pageup', '6~': 'pagedown',
  '7~': 'home', '8~': 'end', '11~': 'f1', '12~': 'f2', '13~': 'f3', '14~': 'f4', '15~': 'f5',
  '17~': 'f6', '18~': 'f7', '19~': 'f8', '20~': 'f9', '21~': 'f10', '23~': 'f11', '24~': 'f12',
  '[A': 'f1', '[B': 'f2', '[C': 'f3', '[D': 'f4', '[E': 'f5', '[5~': 'pageup', '[6~': 'pagedown',
  '200~': 'paste-start', '201~': 'paste-end',
};
const withShift = { 'a': 'up', 'b': 'down', 'c': 'right', 'd': 'left', 'e': 'clear' };

function keyOf(sequence) {
  return { sequence, name: undefined, ctrl: false, meta: false, shift: false };
}

// ESC [ or ESC O, perhaps numbers, and an end: the length of the sequence, 0 if it is incomplete.
function sequenceLength(text, from) {
  const rest = text.slice(from);
  const found = /^(?:O[0-9]?[A-Za-z]|\[\[?[0-9;]*[A-Za-z~^$])/.exec(rest);
  return found === null ? 0 : found[0].length;
}

function escapeKey(body, sequence) {
  const key = keyOf(sequence);
  const code = body.slice(1);
  const parts = /^(\[?)(\d+)?(?:;(\d+))?([A-Za-z~^$])$/.exec(code);
  if (parts === null) return key;
  const [, double, number, modifier, end] = parts;
  let name;
  if (end === '~' || end === '^' || end === '$') name = named[`${double}${number}~`];
  else name = named[double + end];
  if (name === undefined && withShift[end] !== undefined) {
    name = withShift[end];
    if (body[0] === 'O') key.ctrl = true;
    else key.shift = true;
  }
  const isLetter = /[A-Za-z]/.test(end); // else, and with two digits, the number names the key
  if (isLetter && number > 9) {
    key.code = body;
    key.name = 'undefined';
    return key;
  }
  const bits = Number(modifier ?? (isLetter && number > 1 ? number : 1)) - 1;
  key.ctrl ||= (bits & 4) !== 0 || end === '^';
  key.meta = (bits & 10) !== 0;
  key.shift ||= (bits & 1) !== 0 || end === '$' || end === 'Z';
  key.name = name ?? 'undefined';
  key.code = double !== '' ? `[${code}` : `${body[0]}${isLetter ? '' : number ?? ''}${end}`;
  return key;
}

function plainKey(letter, meta, sequence = letter) {
  const key = keyOf(sequence);
  key.meta = meta;
  if (letter === '\r') key.name = 'return';
  else if (letter === '\n') key.name = 'enter';
  else if (letter === '\t') key.name = 'tab';
  else if (letter === '\b' || letter === '\x7f') key.name = 'backspace';
  else if (letter === '\x1b') key.name = 'escape';
  else if (letter === ' ') key.name = 'space';
  else if (letter <= '\x1a') {
    key.name = String.fromCharCode(letter.charCodeAt(0) + 96);
    key.ctrl = true;
  } else if (/^[0-9A-Za-z]$/.test(letter)) {
    key.name = letter.toLowerCase();
    key.shift = /^[A-Z]$/.test(letter);
  } else if (meta) {
    key.name = undefined;
  }
  return key;
}

// One key from the front of the text: [key, length, what it types]; undefined: more is to come.
function take(text, at) {
  const [letter] = text.slice(at, at + 2);
  if (letter !== '\x1b') return [plainKey(letter, false), letter.length, letter];
  let start = at + 1;
  let meta = false;
  if (text[start] === '\x1b') {
    meta = true;
    start++;
  }
  if (start >= text.length) return undefined;
  if (text[start] === '[' || text[start] === 'O') {
    const length = sequenceLength(text, start);
    if (length === 0) return text.length - start > 16 ? [plainKey('\x1b', false), 1] : undefined;
    const key = escapeKey(text.slice(start, start + length), text.slice(at, start + length));
    key.meta ||= meta;
    return [key, start + length - at, undefined];
  }
  const [next] = text.slice(start, start + 2);
  const end = start + next.length;
  return [plainKey(next, true, text.slice(at, end)), end - at, undefined];
}

const readers = new WeakMap(); // stream -> its state

function emitKeypressEvents(stream, iface = {}) {
  if (readers.has(stream)) return;
  const state = { decoder: new StringDecoder('utf8'), rest: '', timer: undefined };
  readers.set(stream, state);

  function emit(key, typed) {
    stream.emit('keypress', typed, key);
  }
  function flush() {
    const text = state.rest;
    state.rest = '';
    for (const letter of text) {
      emit(plainKey(letter, letter === '\x1b'), letter === '\x1b' ? undefined : letter);
    }
  }
  function onData(data) {
    if (stream.listenerCount('keypress') === 0) {
      stream.removeListener('data', onData);
      stream.on('newListener', onNewListener);
      return;
    }
    clearTimeout(state.timer);
    const text = state.rest + (typeof data === 'string' ? data : state.decoder.write(data));
    state.rest = '';
    let at = 0;
    while (at < text.length) {
      const taken = take(text, at);
      if (taken === undefined) {
        state.rest = text.slice(at);
        state.timer = setTimeout(flush, iface.escapeCodeTimeout ?? ESCAPE_WAIT_MS);
        return;
      }
      at += taken[1];
      iface.isMore = at < text.length;
      emit(taken[0], taken[2]);
    }
  }
  function onNewListener(event) {
    if (event === 'keypress') {
      stream.on('data', onData);
      stream.removeListener('newListener', onNewListener);
    }
  }
  if (stream.listenerCount('keypress') > 0) stream.on('data', onData);
  else stream.on('newListener', onNewListener);
}

exports.emitKeypressEvents = emitKeypressEvents;

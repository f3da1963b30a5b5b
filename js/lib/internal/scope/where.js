// SPDX-License-Identifier: MIT
// The current place in the program, as text.
'use strict';
const { rawTrace } = require('internal/stack/callers');
const { callSites } = require('internal/stack/format');

const FRAMES = 100;

function isProgram(frame) {
  const file = frame.getFileName();
  return file !== undefined && !file.startsWith('node:');
}

// The innermost call of the program's own code; '' if there is none.
function site() {
  return String(callSites(rawTrace(site), undefined, FRAMES).find(isProgram) ?? '');
}

// All calls, innermost first, down to the last one of the program: below that is the library's way
// from the loop. '' if there is none: the callback is over, or it is the library's.
function stack() {
  const frames = callSites(rawTrace(stack), undefined, FRAMES);
  const count = frames.findLastIndex(isProgram) + 1;
  return frames.slice(0, count).map((frame) => `at ${frame}`).join(' < ');
}

exports.site = site;
exports.stack = stack;

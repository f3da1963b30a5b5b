// SPDX-License-Identifier: MIT
// The realms of vm, for internal/async/promises.js: their promises keep the asynchronous context,
// too.
'use strict';

const MANY = 1000;
let known = []; // those that live, while nobody follows
let follow = null;

function add(global) {
  if (follow !== null) {
    follow(global);
    return;
  }
  if (known.length >= MANY) known = known.filter((ref) => ref.deref() !== undefined);
  known.push(new WeakRef(global));
}

// Those that are there, and all that come.
function followAll(callback) {
  follow = callback;
  for (const ref of known) {
    const global = ref.deref();
    if (global !== undefined) follow(global);
  }
  known = [];
}

exports.add = add;
exports.followAll = followAll;

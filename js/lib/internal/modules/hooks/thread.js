// SPDX-License-Identifier: MIT
// The thread on which the hooks of module.register and --loader run. The thread that loads modules
// sends one request at a time and waits for the answer.
'use strict';
const { codes } = require('internal/errors');
const { Chain } = require('internal/modules/hooks/chain');
const defaults = require('internal/modules/hooks/defaults');

const ANSWERED = 1;
const UNSETTLED = 13; // exit code
const chains = { resolve: new Chain('resolve', true), load: new Chain('load', true) };
const hooks = { resolve: [], load: [] };
let port;
let signal; // of the question that is not answered yet

function answer(message, transfer) {
  port.postMessage(message, transfer);
  Atomics.store(signal, 0, ANSWERED);
  Atomics.notify(signal, 0);
  signal = undefined;
}

async function register({ specifier, parentURL, data }) {
  const { importModule } = require('internal/modules/esm');
  const { initialize, ...found } = await importModule(specifier, parentURL);
  for (const kind of ['resolve', 'load']) {
    const fn = found[kind];
    if (fn === undefined) continue;
    if (typeof fn !== 'function') {
      throw new codes.ERR_INVALID_ARG_TYPE(kind, 'function', fn);
    }
    hooks[kind].push({ fn, name: specifier });
  }
  await initialize?.(data);
}

async function ask({ kind, subject, context }) {
  const { url, format, source, importAttributes } =
    await chains[kind].run(hooks[kind], defaults[kind], subject, context);
  return { url, format, source, importAttributes };
}

async function onQuestion({ type, question, shared }) {
  signal = shared;
  try {
    answer({ value: await (type === 'register' ? register(question) : ask(question)) });
  } catch (error) {
    answer({ error: require('internal/worker/errors').pack(error) });
  }
}

// What ends this thread while somebody waits ends the process.
function run({ port: given }) {
  port = given;
  port.on('message', onQuestion);
  process.on('exit', (code) => {
    if (signal !== undefined) answer({ exit: code || UNSETTLED });
  });
}

exports.run = run;

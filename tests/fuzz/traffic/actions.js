// SPDX-License-Identifier: MIT
// What a step of a plan does to its object. Each action gets the exchange (harness.js), the
// object's name, the object, and the step's arguments.
'use strict';
const fs = require('fs');

// All bytes that are sent are pieces of this text, with characters of one to four bytes, each
// beginning where the sender's last piece ended: lost, duplicated or swapped data shows.
const unit = 'The quick brown fox jumps over the lazy dog; ä € 😀. 0123456789\n';
const source = Buffer.from(unit.repeat(Math.ceil(700000 / Buffer.byteLength(unit))));
const period = Buffer.byteLength(unit);

function bytes(run, name, size) {
  const from = (run.sent[name] ?? 0) % period;
  run.sent[name] = from + size;
  return source.subarray(from, from + size);
}

// As long in characters as in bytes.
const text = (run, name, size) => (
  bytes(run, name, size).toString('latin1').replace(/[^\n -~]/g, '?'));

function done(run, name, what) {
  return (error) => run.note(name, 'w', `${what}${error ? ` ${error.code}` : ''}`);
}

// Writes as much as there is room for, again after each 'drain', then logs it.
function pump(run, name, object, total, piece) {
  let left = total;
  const go = () => {
    while (left > 0 && !object.destroyed && !object.writableEnded) {
      const size = Math.min(left, piece);
      left -= size;
      if (!object.write(bytes(run, name, size))) {
        if (left > 0) object.once('drain', go);
        else run.note(name, 'w', 'pumped');
        return;
      }
    }
    run.note(name, 'w', 'pumped');
  };
  go();
}

async function iterate(run, name, object, limit) {
  let got = 0;
  try {
    for await (const chunk of object) {
      got += chunk.length;
      if (got >= limit) break;
      run.data(name, chunk);
    }
    run.note(name, 'r', got >= limit ? 'broke off' : 'iterated');
  } catch (error) {
    run.note(name, 'r', `iteration failed ${error.code ?? error.message}`);
  }
}

function readAll(run, name, object, size) {
  object.on('readable', () => {
    for (;;) {
      const chunk = size === undefined ? object.read() : object.read(size);
      if (chunk === null) return;
      run.data(name, chunk);
    }
  });
}

function toFile(run, name, object) {
  const path = run.temporary();
  const file = fs.createWriteStream(path);
  file.on('finish', () => run.note(`file of ${name}`, 'w', 'finish'));
  file.on('close', () => {
    run.note(`file of ${name}`, 'w', `${fs.statSync(path).size} bytes`);
    fs.unlinkSync(path);
  });
  file.on('error', (error) => run.note(`file of ${name}`, 'w', error.code));
  run.files.push(file);
  object.pipe(file);
}

const errors = () => Object.assign(new Error('because'), { code: 'BECAUSE' });

module.exports = {
  // Reading.
  'flow': (run, name, o) => o.on('data', run.listenerOf(name)),
  'flow once': (run, name, o) => o.once('data', () => run.note(name, 'r', 'had data')),
  'readable': (run, name, o) => readAll(run, name, o),
  'readn': (run, name, o, size) => readAll(run, name, o, size),
  'resume': (run, name, o) => o.resume(),
  'later resume': (run, name) => { run.after(2, () => run.act([name, 'resume'])); },
  'pause': (run, name, o) => o.pause(),
  'iterate': (run, name, o) => { iterate(run, name, o, Infinity); },
  'break': (run, name, o, limit) => { iterate(run, name, o, limit); },
  'file': toFile,
  'unpipe': (run, name, o) => o.unpipe(),
  'encoding': (run, name, o, encoding) => o.setEncoding(encoding),
  'read': (run, name, o) => run.note(name, 'r', `read ${o.read(1) === null ? 'nothing' : 'one'}`),
  'unshift': (run, name, o) => o.unshift('back'),
  'echo': (run, name, o, to) => o.pipe(to === undefined ? o : run.objects[to]),

  // Writing.
  'write': (run, name, o, size) => run.note(name, 'w', `${o.write(bytes(run, name, size))}`),
  'text': (run, name, o, size) => run.note(name, 'w', `${o.write(text(run, name, size))}`),
  'raw': (run, name, o, what) => run.note(name, 'w', `${o.write(what)}`),
  'writecb': (run, name, o, size) => {
    o.write(bytes(run, name, size), done(run, name, `written ${size}`));
  },
  'pump': pump,
  'end': (run, name, o, size) => { o.end(bytes(run, name, size)); },
  'endtext': (run, name, o, size) => { o.end(text(run, name, size)); },
  'endcb': (run, name, o, size) => { o.end(bytes(run, name, size), done(run, name, 'ended')); },
  'endnone': (run, name, o) => { o.end(); },
  'end again': (run, name, o) => {
    o.end(done(run, name, 'ended'));
    o.end(done(run, name, 'ended again'));
  },
  'cork': (run, name, o) => o.cork(),
  'uncork': (run, name, o) => o.uncork(),

  // Ending.
  'destroy': (run, name, o, why) => { o.destroy(why ? errors() : undefined); },
  'destroy because': (run, name, o) => { o.destroy(errors()); },
  'destroySoon': (run, name, o) => { o.destroySoon?.(); },
  'reset': (run, name, o) => {
    if (run.plan.over === 'tcp') o.resetAndDestroy();
    else o.destroy();
  },
  'abort': (run, name, o) => { o.abort(); },
  'timeout': (run, name, o) => { o.setTimeout(15); },
  'untimeout': (run, name, o) => { o.setTimeout(0); },

  // Actions on messages.
  'flush': (run, name, o) => o.flushHeaders(),
  'trailers': (run, name, o) => o.addTrailers({ 'X-Sum': '17' }),
  'processing': (run, name, o) => o.writeProcessing(),
  'continue': (run, name, o) => o.writeContinue(),
  'hints': (run, name, o) => o.writeEarlyHints({ link: '</a.css>; rel=preload' }),
  'header': (run, name, o, key, value) => o.setHeader(key, value),
  'head': (run, name, o, code, headers) => { o.writeHead(code, headers); },

  // Actions on the server and the agent.
  'close': (run, name, o) => { (o.close ?? o.destroy).call(o); },
  'closeIdle': (run, name, o) => { (o.closeIdleConnections ?? o.destroy).call(o); },
  'closeAll': (run, name, o) => { (o.closeAllConnections ?? o.destroy).call(o); },
};

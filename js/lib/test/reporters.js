// SPDX-License-Identifier: MIT
// node:test/reporters: turn the events of run() into text, as functions or streams.
'use strict';
const { Transform } = require('stream');
const { builtin } = require('internal/test/reporters');

const generator = (name) => ({
  async *[name](source) {
    const reporter = new builtin[name]();
    for await (const event of source) {
      const pieces = reporter.pieces?.(event) ?? [reporter.event(event)];
      for (const piece of pieces) if (piece !== '') yield piece;
    }
    const last = reporter.end();
    if (last !== '') yield last;
  },
})[name];

class SpecReporter extends Transform {
  #reporter = new builtin.spec();
  constructor() { super({ writableObjectMode: true }); }
  _transform(event, encoding, callback) { callback(null, this.#reporter.event(event)); }
  _flush(callback) { callback(null, this.#reporter.end()); }
}

module.exports = {
  dot: generator('dot'),
  junit: generator('junit'),
  spec: new Proxy(SpecReporter, { apply: () => new SpecReporter() }),
  tap: generator('tap'),
  get lcov() { return require('internal/absent').absentClass('test/reporters', 'lcov'); },
};

// SPDX-License-Identifier: MIT
// Proves that random sequences of calls have the effects on scopes, references and wraps that a
// model predicts: strong references hold, weak ones do not, counts and statuses are right, and each
// finalizer is called once. Sequences: 300, or GYRE_NAPI_SEQUENCES.
// Flags: --expose-gc
'use strict';
const assert = require('assert');
const native = require('./build/Release/model.node');

const SEQUENCES = +(process.env.GYRE_NAPI_SEQUENCES ?? 300);
const STEPS = 60;
const GENERIC_FAILURE = -9;
const INVALID_ARG = -1;

let seed = +(process.env.GYRE_NAPI_SEED ?? 1);
const draw = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 8) % below;
};

let indexes = 0;
class Model {
  held = []; // objects that JavaScript holds: { object, wrapped }
  references = []; // { index, count, object or undefined if nothing else holds it }

  step() {
    const some = this.held[draw(Math.max(this.held.length, 1))];
    const at = draw(Math.max(this.references.length, 1));
    const one = this.references[at];
    switch (draw(10)) {
      case 0: case 1: return this.held.push({ object: { n: draw(1e6) }, wrapped: undefined });
      case 2: return this.held.length > 3 && this.held.splice(draw(this.held.length), 1);
      case 3: return some && this.create(some.object, draw(3));
      case 4: return one && this.ref(one);
      case 5: return one && this.unref(one);
      case 6: return one && this.check(one);
      case 7: return some && this.wrap(some);
      case 8: return some && this.remove(some);
      default: if (one) {
        native.forget(one.index);
        this.references.splice(at, 1);
      }
    }
    return undefined;
  }

  create(object, count) {
    const index = indexes++ % 4096;
    assert.strictEqual(native.create(index, object, count), 0);
    this.references.push({ index, count, n: object.n, weak: new WeakRef(object) });
  }

  // Whether JavaScript, or another strong reference, is known to hold its object.
  isHeld(one) {
    return this.held.some(({ object }) => object.n === one.n) ||
      this.references.some(({ n, count }) => n === one.n && count > 0);
  }

  check(one) {
    const value = native.value(one.index);
    if (this.isHeld(one)) assert.strictEqual(value.n, one.n);
    else if (value !== undefined) assert.strictEqual(value.n, one.n);
  }

  ref(one) {
    const isThere = native.value(one.index) !== undefined;
    const count = native.ref(one.index);
    if (isThere) one.count++;
    assert.strictEqual(count, one.count);
  }

  unref(one) {
    const count = native.unref(one.index);
    if (one.count === 0) assert.strictEqual(count, GENERIC_FAILURE);
    else assert.strictEqual(count, --one.count);
  }

  wrap(some) {
    const n = draw(1000);
    assert.strictEqual(native.wrap(some.object, n), some.wrapped === undefined ? 0 : INVALID_ARG);
    some.wrapped ??= n;
    assert.strictEqual(native.unwrap(some.object), some.wrapped);
  }

  remove(some) {
    assert.strictEqual(native.remove(some.object), some.wrapped ?? INVALID_ARG);
    some.wrapped = undefined;
    assert.strictEqual(native.unwrap(some.object), INVALID_ARG);
  }

  end() {
    this.references.forEach((one) => { this.check(one); native.forget(one.index); });
    this.held.forEach(({ object, wrapped }) => {
      assert.strictEqual(native.unwrap(object), wrapped ?? INVALID_ARG);
    });
  }
}

const turn = () => new Promise((resolve) => { setImmediate(resolve); });

(async () => {
  for (let i = 0; i < SEQUENCES; i++) {
    const model = new Model();
    native.scopes(draw(1e9), STEPS, global.gc);
    for (let k = 0; k < STEPS; k++) {
      model.step();
      if (draw(200) === 0) global.gc();
      if (draw(100) === 0) await turn();
    }
    model.end();
  }
  for (let i = 0; i < 10; i++) {
    global.gc();
    await turn();
  }
  const [wrapped, finalized] = native.counts();
  assert(finalized <= wrapped && finalized > wrapped * 0.9, `${finalized} of ${wrapped}`);
})();

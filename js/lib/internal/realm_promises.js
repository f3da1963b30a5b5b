// SPDX-License-Identifier: MIT
// Promises in the order of the specification, which is Node's, on engines with short cuts that
// programs can see. js/runtime/promises.c runs this file in a realm before anything else, and only
// with engines that may need it. So it uses no other file.
//
// Engines from 2.52 on run what follows finally() some jobs too early. 2.52 itself also takes any
// promise for one of the current class or realm, in `await` and in resolve().
'use strict';
const { defineProperty, getOwnPropertyDescriptor } = Object;
const { apply } = Reflect;
const { species } = Symbol;
const Plain = Promise;
const { prototype } = Plain;
const { resolve } = Plain;
const resolvePlain = resolve.bind(Plain);

// After microtasks have run, exports.isEarly says whether finally() is too early: four jobs come
// before what follows it.
exports.sample = () => {
  let jobs = 0;
  const count = () => { jobs++; };
  const promise = Plain.resolve();
  promise.finally(() => {}).then(() => { exports.isEarly = jobs < 4; });
  promise.then(count).then(count).then(count).then(count).then(count);
};

// Any promise is taken for one of the current class. A class that resolves nothing leaves no job
// behind, which hooks of the program would see.
function isConfused() {
  class Other extends Plain {
    constructor(executor) {
      super(() => {});
      executor(() => {}, () => {});
    }
  }
  const promise = Plain.resolve();
  return Other.resolve(promise) === promise;
}

// All short cuts of the engine for classes check whether Promise is unchanged. Removing its
// constructor for a moment is enough: from then on the engine looks at every promise.
function distrust() {
  const descriptor = getOwnPropertyDescriptor(prototype, 'constructor');
  delete prototype.constructor;
  defineProperty(prototype, 'constructor', descriptor);
}

const isObject = (value) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

function isConstructor(value) {
  try {
    return typeof value === 'function' && !!new (new Proxy(value, { construct: () => ({}) }))();
  } catch {
    return false;
  }
}

function speciesOf(promise) {
  const { constructor } = promise;
  if (constructor === undefined) return Plain;
  if (!isObject(constructor)) throw new TypeError('The .constructor property is not an object');
  const wanted = constructor[species];
  if (wanted === Plain || wanted === undefined || wanted === null) return Plain;
  if (isConstructor(wanted)) return wanted;
  throw new TypeError('object.constructor[Symbol.species] is not a constructor');
}

const resolveAs = (of, value) =>
  (of === Plain ? resolvePlain(value) : apply(resolve, of, [value]));

function finallyInOrder(onFinally) {
  const of = speciesOf(this);
  if (typeof onFinally !== 'function') return this.then(onFinally, onFinally);
  return this.then(
    (value) => resolveAs(of, onFinally()).then(() => value),
    (reason) => resolveAs(of, onFinally()).then(() => { throw reason; }));
}

exports.mend = (isEarly, toNative) => {
  if (isConfused()) distrust();
  if (!isEarly) return;
  const value = toNative(finallyInOrder);
  defineProperty(value, 'length', { value: 1 });
  defineProperty(prototype, 'finally', { value });
};

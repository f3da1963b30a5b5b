// SPDX-License-Identifier: MIT
// How handles and requests keep their asynchronous context; costs next to nothing while a program
// has no AsyncLocalStorage and no hook.
'use strict';
const { counts, CONTEXTS } = require('internal/state');

// Objects that have one carry it where no program sees it.
class Kept extends (function(object) { return object; }) {
  #resource;

  static set(object, resource) {
    if (!(#resource in object)) new Kept(object); // eslint-disable-line no-new
    object.#resource = resource;
  }

  static get(object) {
    return #resource in object ? object.#resource : undefined;
  }
}

const { get: resourceOf } = Kept;

// The object of a handle, or of a request that begins, keeps the context of now.
function keep(object, type) {
  if (counts[CONTEXTS] !== 0) {
    const { Resource } = require('internal/async/resources');
    Kept.set(object, new Resource(type, object));
  }
}

// Calls object[name](a, b, c...) in the context of the object.
function call(object, name, a, b, c, d, e) {
  const resource = counts[CONTEXTS] === 0 ? undefined : resourceOf(object);
  if (resource === undefined) object[name](a, b, c, d, e);
  else resource.call(object, object[name], a, b, c, d, e);
}

// It is over: hooks are called.
function end(object) {
  if (counts[CONTEXTS] !== 0) resourceOf(object)?.destroy();
}

// The close of a handle, by close(callback): the callback is called in its context.
function close(object, callback, closeBy) {
  const resource = counts[CONTEXTS] === 0 ? undefined : resourceOf(object);
  if (resource === undefined) return closeBy(callback);
  return closeBy(() => {
    if (typeof callback === 'function') resource.call(object, callback);
    resource.destroy();
  });
}

exports.call = call;
exports.close = close;
exports.end = end;
exports.idOf = (object) => resourceOf(object)?.asyncId ?? 0;
exports.keep = keep;
exports.resourceOf = resourceOf;

// SPDX-License-Identifier: MIT
// EventEmitterAsyncResource: an emitter whose listeners run in the asynchronous context in which it
// was made.
'use strict';
const EventEmitter = require('events');
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');
const { AsyncResource } = require('async_hooks');

const kEventEmitter = Symbol('kEventEmitter');
const kAsyncResource = Symbol('kAsyncResource');

class EventEmitterReferencingAsyncResource extends AsyncResource {
  constructor(emitter, type, options) {
    super(type, options);
    this[kEventEmitter] = emitter;
  }

  get eventEmitter() {
    if (this[kEventEmitter] === undefined) {
      throw new codes.ERR_INVALID_THIS('EventEmitterReferencingAsyncResource');
    }
    return this[kEventEmitter];
  }
}

function resourceOf(emitter) {
  const resource = emitter[kAsyncResource];
  if (resource === undefined) throw new codes.ERR_INVALID_THIS('EventEmitterAsyncResource');
  return resource;
}

class EventEmitterAsyncResource extends EventEmitter {
  constructor(options = undefined) {
    let name;
    if (typeof options === 'string') {
      name = options;
      options = undefined;
    } else {
      if (new.target === EventEmitterAsyncResource) validateString(options?.name, 'options.name');
      name = options?.name || new.target.name;
    }
    super(options);
    this[kAsyncResource] = new EventEmitterReferencingAsyncResource(this, name, options);
  }

  emit(event, ...args) {
    return resourceOf(this).runInAsyncScope(super.emit, this, event, ...args);
  }

  emitDestroy() {
    resourceOf(this).emitDestroy();
  }

  get asyncId() {
    return resourceOf(this).asyncId();
  }

  get triggerAsyncId() {
    return resourceOf(this).triggerAsyncId();
  }

  get asyncResource() {
    return resourceOf(this);
  }
}

exports.EventEmitterAsyncResource = EventEmitterAsyncResource;

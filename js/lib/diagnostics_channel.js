// SPDX-License-Identifier: MIT
// The module 'diagnostics_channel': named channels with which libraries report what they do.
'use strict';
const notices = require('internal/notices');
const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');

const channels = new Map(); // name -> WeakRef; those with subscribers are held by `held`
const held = new Set();
const forget = new FinalizationRegistry((name) => {
  if (channels.get(name)?.deref() === undefined) channels.delete(name);
});

function rethrow(error) {
  require('internal/tick').nextTick(() => {
    require('internal/fatal').uncaughtException(error, 'uncaughtException');
  });
}

class Channel {
  #subscribers = [];
  #stores = new Map(); // AsyncLocalStorage -> transform or undefined

  static #is(value) {
    return typeof value === 'object' && value !== null && #stores in value;
  }

  constructor(name) {
    this.name = name;
    channels.set(name, new WeakRef(this));
    forget.register(this, name);
  }

  #changed() {
    if (this.hasSubscribers) {
      held.add(this);
      (notices.channels ??= new Map()).set(this.name, this);
    } else {
      held.delete(this);
      notices.channels?.delete(this.name);
    }
  }

  subscribe(subscription) {
    validateFunction(subscription, 'subscription');
    this.#subscribers = [...this.#subscribers, subscription];
    this.#changed();
  }

  unsubscribe(subscription) {
    if (!Channel.#is(this)) return false; // an object that was never a channel
    const at = this.#subscribers.indexOf(subscription);
    if (at === -1) return false;
    this.#subscribers = this.#subscribers.filter((_, i) => i !== at);
    this.#changed();
    return true;
  }

  bindStore(store, transform) {
    this.#stores.set(store, transform);
    this.#changed();
  }

  unbindStore(store) {
    if (!Channel.#is(this)) return false;
    const had = this.#stores.delete(store);
    this.#changed();
    return had;
  }

  get hasSubscribers() {
    return this.#subscribers.length > 0 || this.#stores.size > 0;
  }

  publish(data) {
    if (!Channel.#is(this)) return;
    for (const subscriber of this.#subscribers) {
      try {
        subscriber(data, this.name);
      } catch (error) {
        rethrow(error);
      }
    }
  }

  runStores(data, callback, thisArg, ...args) {
    let run = () => {
      this.publish(data);
      return Reflect.apply(callback, thisArg, args);
    };
    for (const [store, transform] of this.#stores) {
      const inner = run;
      run = () => {
        let value = data;
        if (transform !== undefined) {
          try {
            value = transform(data);
          } catch (error) {
            rethrow(error);
            return inner();
          }
        }
        return store.run(value, inner);
      };
    }
    return run();
  }
}

function channel(name) {
  const found = channels.get(name)?.deref();
  if (found !== undefined) return found;
  if (typeof name !== 'string' && typeof name !== 'symbol') {
    throw new codes.ERR_INVALID_ARG_TYPE('channel', ['string', 'symbol'], name);
  }
  return new Channel(name);
}

function subscribe(name, subscription) {
  return channel(name).subscribe(subscription);
}

function unsubscribe(name, subscription) {
  return channel(name).unsubscribe(subscription);
}

function hasSubscribers(name) {
  return channels.get(name)?.deref()?.hasSubscribers ?? false;
}

const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];

function assertChannel(value, name) {
  if (value == null) Object.getPrototypeOf(value); // throws, as Node does
  if (!(value instanceof Channel)) throw new codes.ERR_INVALID_ARG_TYPE(name, ['Channel'], value);
}

class TracingChannel {
  constructor(nameOrChannels) {
    for (const event of events) {
      let one;
      if (typeof nameOrChannels === 'string') {
        one = channel(`tracing:${nameOrChannels}:${event}`);
      } else if (typeof nameOrChannels === 'object') {
        one = nameOrChannels[event];
        assertChannel(one, `nameOrChannels.${event}`);
      } else {
        throw new codes.ERR_INVALID_ARG_TYPE('nameOrChannels',
          ['string', 'object', 'TracingChannel'], nameOrChannels);
      }
      Object.defineProperty(this, event, {
        value: one, writable: false, enumerable: false, configurable: false,
      });
    }
  }

  get hasSubscribers() {
    return events.some((event) => this[event].hasSubscribers);
  }

  subscribe(handlers) {
    for (const event of events) if (handlers[event]) this[event].subscribe(handlers[event]);
  }

  unsubscribe(handlers) {
    let done = true;
    for (const event of events) {
      if (handlers[event] && !this[event].unsubscribe(handlers[event])) done = false;
    }
    return done;
  }

  traceSync(callback, data = {}, thisArg, ...args) {
    return this.start.runStores(data, () => {
      try {
        const result = Reflect.apply(callback, thisArg, args);
        data.result = result;
        return result;
      } catch (error) {
        data.error = error;
        this.error.publish(data);
        throw error;
      } finally {
        this.end.publish(data);
      }
    });
  }

  tracePromise(callback, data = {}, thisArg, ...args) {
    const finish = (name, value) => {
      data[name] = value;
      if (name === 'error') this.error.publish(data);
      this.asyncStart.publish(data);
      this.asyncEnd.publish(data);
    };
    return this.start.runStores(data, () => {
      try {
        let promise = Reflect.apply(callback, thisArg, args);
        if (!(promise instanceof Promise)) promise = Promise.resolve(promise);
        return promise.then((result) => {
          finish('result', result);
          return result;
        }, (error) => {
          finish('error', error);
          return Promise.reject(error);
        });
      } catch (error) {
        data.error = error;
        this.error.publish(data);
        throw error;
      } finally {
        this.end.publish(data);
      }
    });
  }

  traceCallback(callback, position = -1, data = {}, thisArg, ...args) {
    const inner = args.at(position);
    validateFunction(inner, 'callback');
    const channelsOf = this;
    args.splice(position, 1, function(error, result, ...rest) {
      if (error) {
        data.error = error;
        channelsOf.error.publish(data);
      } else {
        data.result = result;
      }
      return channelsOf.asyncStart.runStores(data, () => {
        try {
          return Reflect.apply(inner, this, [error, result, ...rest].slice(0, arguments.length));
        } finally {
          channelsOf.asyncEnd.publish(data);
        }
      });
    });
    return this.start.runStores(data, () => {
      try {
        return Reflect.apply(callback, thisArg, args);
      } catch (error) {
        data.error = error;
        this.error.publish(data);
        throw error;
      } finally {
        this.end.publish(data);
      }
    });
  }
}

function tracingChannel(nameOrChannels) {
  return new TracingChannel(nameOrChannels);
}

module.exports = { channel, hasSubscribers, subscribe, tracingChannel, unsubscribe, Channel };

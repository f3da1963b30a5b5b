// SPDX-License-Identifier: MIT
// util.inspect and its options. The output is made in internal/inspect/*.js; util.format is in
// internal/format.js.
'use strict';
const text = require('internal/inspect/text');
const { show, custom } = require('internal/inspect/values');
const { asAtStart } = require('internal/builtins').require;

const defaults = Object.seal({
  showHidden: false,
  depth: 2,
  colors: false,
  customInspect: true,
  showProxy: false,
  maxArrayLength: 100,
  maxStringLength: 10000,
  breakLength: 80,
  compact: 3,
  sorted: false,
  getters: false,
  numericSeparator: false,
});

// What one call carries along: the options, and where in the value it is.
class Context {
  constructor() {
    this.showHidden = defaults.showHidden;
    this.depth = defaults.depth;
    this.colors = defaults.colors;
    this.customInspect = defaults.customInspect;
    this.showProxy = defaults.showProxy;
    this.maxArrayLength = defaults.maxArrayLength;
    this.maxStringLength = defaults.maxStringLength;
    this.breakLength = defaults.breakLength;
    this.compact = defaults.compact;
    this.sorted = defaults.sorted;
    this.getters = defaults.getters;
    this.numericSeparator = defaults.numericSeparator;
    this.stylize = text.plain;
    this.userOptions = undefined;
    this.indentation = 0;
    this.deepest = 0; // the level that was shown last
    this.seen = []; // the objects above
    this.circular = undefined; // those that are referred to from below, and their numbers
    this.budget = {};
  }

  apply(options) {
    for (const key of Object.keys(options)) {
      if (Object.hasOwn(defaults, key) || key === 'stylize') this[key] = options[key];
      else this.userOptions ??= options;
    }
  }

  finish() {
    if (this.colors && this.stylize === text.plain) this.stylize = text.colored;
    if (this.maxArrayLength === null) this.maxArrayLength = Infinity;
    if (this.maxStringLength === null) this.maxStringLength = Infinity;
  }

  options() {
    const options = {};
    for (const key of Object.keys(defaults)) options[key] = this[key];
    return options;
  }

  // For a function of the program that shows a value itself.
  userOptionsFor(foreign) {
    const options = { stylize: this.stylize, ...this.options(), ...this.userOptions };
    if (!foreign) return options;
    // Nothing that leads to our objects goes to another realm.
    Object.setPrototypeOf(options, null);
    for (const key of Object.keys(options)) {
      const value = options[key];
      if ((typeof value === 'object' || typeof value === 'function') && value !== null) {
        delete options[key];
      }
    }
    const { stylize } = this;
    options.stylize = Object.setPrototypeOf((value, style) => {
      let shown;
      try {
        shown = `${stylize(value, style)}`;
      } catch { /* what cannot be shown is undefined */ }
      return typeof shown === 'string' ? shown : undefined;
    }, null);
    return options;
  }
}

function inspect(value, options, ...more) {
  const context = new Context();
  if (more.length > 0) { // (value, showHidden, depth, colors)
    if (more[0] !== undefined) ({ 0: context.depth } = more);
    if (more[1] !== undefined) ({ 1: context.colors } = more);
  }
  if (typeof options === 'boolean') context.showHidden = options;
  else if (options !== null && typeof options === 'object') context.apply(options);
  context.finish();
  return asAtStart(() => show(context, value, 0));
}

inspect.custom = custom;
Object.defineProperty(inspect, 'defaultOptions', {
  get() {
    return defaults;
  },
  set(options) {
    require('internal/validators').validateObject(options, 'options');
    return Object.assign(defaults, options);
  },
});
inspect.colors = text.colors;
inspect.styles = text.styles;

exports.inspect = inspect;
exports.defaults = defaults;
exports.custom = custom;
exports.width = text.width;
exports.stripControl = text.stripControl;
exports.format = (...args) => require('internal/format').format(...args);

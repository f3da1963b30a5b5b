// SPDX-License-Identifier: MIT
// The class Console. The console that every program has is one too (console.js).
'use strict';
const { formatArguments } = require('internal/format');

const kState = Symbol('kIsConsole');
let mark = null;

function ignore() {}

// What a console knows: its streams, how it indents, and its labels.
class State {
  constructor(stdout, stderr, ignoreErrors) {
    this.streams = { stdout, stderr }; // functions that give them
    this.ignoreErrors = ignoreErrors;
    this.colorMode = 'auto';
    this.inspectOptions = undefined;
    this.indent = '';
    this.indentStep = 2;
    this.counts = new Map();
    this.times = new Map();
    this.onError = { stdout: undefined, stderr: undefined };
  }

  errorOf(name, stream) {
    const known = this.onError[name];
    if (known?.stream === stream) return known.hear;
    const hear = laterError(stream);
    this.onError[name] = { stream, hear };
    return hear;
  }

  // undefined: all as by default.
  optionsFor(stream) {
    let colors = this.colorMode;
    if (colors === 'auto') {
      colors = binding('env').read('FORCE_COLOR') !== undefined ?
        require('internal/tty_colors').getColorDepth() > 2 :
        Boolean(stream.isTTY) &&
          (typeof stream.getColorDepth !== 'function' || stream.getColorDepth() > 2);
    }
    if (this.inspectOptions !== undefined) return { colors, ...this.inspectOptions };
    return colors ? { colors: true } : undefined;
  }

  log(name, args) {
    const stream = this.streams[name]();
    let text;
    if (args.length === 1 && typeof args[0] === 'string') ({ 0: text } = args);
    else text = formatArguments(this.optionsFor(stream), args);
    this.write(name, stream, text);
  }

  write(name, stream, text) {
    if (this.indent !== '') {
      text = this.indent + (text.includes('\n') ? text.replaceAll('\n', `\n${this.indent}`) : text);
    }
    text += '\n';
    if (mark !== null && (stream.fd === 1 || stream.fd === 2)) mark(stream.fd, text);
    if (this.ignoreErrors === false) {
      stream.write(text);
      return;
    }
    // An error may come at once, or later to the callback; without a listener it would end the
    // program.
    const ours = stream.removeListener === undefined && !ArrayBuffer.isView(stream);
    try {
      if (!ours && stream.listenerCount('error') === 0) stream.once('error', ignore);
      stream.write(text, this.errorOf(name, stream));
    } catch (error) {
      if (error instanceof RangeError && /call stack/.test(error.message)) throw error;
    } finally {
      if (!ours) stream.removeListener('error', ignore);
    }
  }
}

// Called when a write ended: its error is not yet emitted, so it can still be taken.
function laterError(stream) {
  return (error) => {
    if (error != null && !stream._writableState?.errorEmitted &&
        stream.listenerCount('error') === 0) {
      stream.once('error', ignore);
    }
  };
}

function formatTime(ms) {
  if (ms < 1000) return `${Number(ms.toFixed(3))}ms`;
  const seconds = (ms / 1000) % 60;
  const minutes = Math.floor(ms / 60000) % 60;
  const hours = Math.floor(ms / 3600000);
  if (hours === 0 && minutes === 0) return `${(ms / 1000).toFixed(3)}s`;
  const [whole, part] = seconds.toFixed(3).split('.');
  if (hours === 0) return `${minutes}:${whole.padStart(2, '0')}.${part} (m:ss.mmm)`;
  return `${hours}:${`${minutes}`.padStart(2, '0')}:${whole.padStart(2, '0')} (h:mm:ss)`;
}

// Logs the time since `label` began; false if it did not.
function logTime(target, method, label, data) {
  const { times } = target[kState];
  const start = times.get(label);
  if (start === undefined) {
    process.emitWarning(`No such label '${label}' for console.${method}()`);
    return false;
  }
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  target.log('%s: %s', label, formatTime(ms), ...data);
  return true;
}

const methods = {
  log(...args) {
    this[kState].log('stdout', args);
  },

  warn(...args) {
    this[kState].log('stderr', args);
  },

  dir(object, options) {
    const state = this[kState];
    const stream = state.streams.stdout();
    const { inspect } = require('internal/inspect');
    state.write('stdout', stream, inspect(object, {
      customInspect: false, ...state.optionsFor(stream), ...options,
    }));
  },

  time(label = 'default') {
    label = `${label}`;
    const { times } = this[kState];
    if (times.has(label)) {
      process.emitWarning(`Label '${label}' already exists for console.time()`);
      return;
    }
    times.set(label, process.hrtime.bigint());
  },

  timeEnd(label = 'default') {
    label = `${label}`;
    if (logTime(this, 'timeEnd', label, [])) this[kState].times.delete(label);
  },

  timeLog(label = 'default', ...data) {
    logTime(this, 'timeLog', `${label}`, data);
  },

  trace: function trace(...args) {
    const state = this[kState];
    const holder = {
      name: 'Trace', message: formatArguments(state.optionsFor(state.streams.stderr()), args),
    };
    Error.captureStackTrace(holder, trace);
    this.error(holder.stack);
  },

  assert(expression, ...args) {
    if (expression) return;
    args[0] = `Assertion failed${args.length === 0 ? '' : `: ${args[0]}`}`;
    this.warn(...args);
  },

  clear() {
    const stream = this[kState].streams.stdout();
    if (stream.isTTY && process.env.TERM !== 'dumb') stream.write('\u001b[1;1H\u001b[0J');
  },

  count(label = 'default') {
    label = `${label}`;
    const { counts } = this[kState];
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    this.log(`${label}: ${count}`);
  },

  countReset(label = 'default') {
    if (!this[kState].counts.delete(`${label}`)) {
      process.emitWarning(`Count for '${label}' does not exist`);
    }
  },

  group(...data) {
    if (data.length > 0) this.log(...data);
    const state = this[kState];
    state.indent += ' '.repeat(state.indentStep);
  },

  groupEnd() {
    const state = this[kState];
    state.indent = state.indent.slice(0, Math.max(0, state.indent.length - state.indentStep));
  },

  table(data, properties) {
    if (properties !== undefined) {
      require('internal/validators').validateArray(properties, 'properties');
    }
    if (data === null || typeof data !== 'object') {
      this.log(data);
      return;
    }
    const state = this[kState];
    this.log(require('internal/console/table').render(data, properties,
      state.optionsFor(state.streams.stdout())));
  },
};
methods.debug = methods.log;
methods.info = methods.log;
methods.dirxml = methods.log;
methods.error = methods.warn;
methods.groupCollapsed = methods.group;

function hide(target, name, value) {
  Object.defineProperty(target, name, {
    value, writable: true, enumerable: false, configurable: true,
  });
}

// Makes an object a console: each method works without its object.
function equip(target, state, from = target) {
  hide(target, kState, state);
  for (const name of Object.keys(methods)) {
    const method = from === target ? target[name] : methods[name];
    target[name] = method.bind(target);
    Object.defineProperty(target[name], 'name', { value: name });
  }
  hide(target, '_stdoutErrorHandler', ignore);
  hide(target, '_stderrErrorHandler', ignore);
  hide(target, '_ignoreErrors', state.ignoreErrors);
  hide(target, '_times', state.times);
  Object.defineProperty(target, Symbol.toStringTag, {
    value: 'console', writable: false, enumerable: false, configurable: true,
  });
}

function readOptions(state, options) {
  const { codes } = require('internal/errors');
  const { validateInteger, validateObject, validateOneOf } = require('internal/validators');
  const { colorMode = 'auto', inspectOptions, groupIndentation } = options;
  if (groupIndentation !== undefined) {
    validateInteger(groupIndentation, 'groupIndentation', 0, 1000);
    state.indentStep = groupIndentation;
  }
  validateOneOf(colorMode, 'colorMode', ['auto', true, false]);
  state.colorMode = colorMode;
  if (inspectOptions !== undefined) {
    validateObject(inspectOptions, 'options.inspectOptions');
    if (inspectOptions.colors !== undefined && options.colorMode !== undefined) {
      throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('options.inspectOptions.color', 'colorMode');
    }
    state.inspectOptions = inspectOptions;
  }
}

function Console(options) {
  if (!new.target) return Reflect.construct(Console, arguments);
  if (!options || typeof options.write === 'function') {
    options = { stdout: options, stderr: arguments[1], ignoreErrors: arguments[2] };
  }
  const { stdout, stderr = stdout, ignoreErrors = true } = options;
  const { codes } = require('internal/errors');
  if (!stdout || typeof stdout.write !== 'function') {
    throw new codes.ERR_CONSOLE_WRITABLE_STREAM('stdout');
  }
  if (!stderr || typeof stderr.write !== 'function') {
    throw new codes.ERR_CONSOLE_WRITABLE_STREAM('stderr');
  }
  const state = new State(() => this._stdout, () => this._stderr, ignoreErrors);
  readOptions(state, options);
  equip(this, state);
  hide(this, '_stdout', stdout);
  hide(this, '_stderr', stderr);
}

for (const name of Object.keys(methods)) Console.prototype[name] = methods[name];
Object.defineProperty(Console, Symbol.hasInstance, {
  value(instance) {
    return instance != null && instance[kState] !== undefined;
  },
});

// From now on output to the standard streams is reported to the tracer.
function trace(hook) {
  mark = hook;
}

module.exports = { Console, State, equip, hide, formatTime, trace };

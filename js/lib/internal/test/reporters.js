// SPDX-License-Identifier: MIT
// How results of tests are shown: each reporter makes text of events. Those of --test-reporter,
// each with its --test-reporter-destination; without that, spec on a terminal and tap elsewhere.
'use strict';
const { codes } = require('internal/errors');
const { options: cli } = require('internal/program');
const { process } = require('internal/process');
const stdio = binding('stdio');
const FAILED_HANDLER = 7; // an exit code

const inspect = (...args) => require('internal/inspect').inspect(...args);

const realError = (error) => (
  error.failureType !== 'subtestsFailed' && error.cause instanceof Error ? error.cause : error);

const isForAll = ({ type }) => type !== 'test:watch:drained';
const isResult = (type) => type === 'test:pass' || type === 'test:fail';

// Each class has event(event) and end(), which give text.
class Tap {
  #begun = false;

  static escape(text) {
    return text.replace(/[\b\f\t\n\r\v]/g, (one) => `\\${'btnvfr'['\b\t\n\v\f\r'.indexOf(one)]}`)
      .replace(/[\\#]/g, '\\$&');
  }
  static directive({ skip, todo }) {
    const note = (word, value) => (
      ` # ${word}${typeof value === 'string' && value ? ` ${value}` : ''}`);
    if (skip !== undefined) return note('SKIP', skip);
    return todo !== undefined ? note('TODO', todo) : '';
  }
  static value(indent, name, value) {
    if (value === undefined) return '';
    if (value === null) return `${indent}  ${name}: ~\n`;
    return typeof value === 'string' && value.includes('\n') ?
      `${indent}  ${name}: |-\n${value.replace(/^/gm, `${indent}    `)}\n` :
      `${indent}  ${name}: ${inspect(value)}\n`;
  }
  static yaml(indent, error) {
    const cause = realError(error);
    const line = (name, value) => Tap.value(indent, name, value);
    let text = line('failureType', error.failureType);
    if ('exitCode' in error) text += line('exitCode', error.exitCode);
    if ('signal' in error) text += line('signal', error.signal);
    text += line('error', cause.message) + line('code', `${cause.code ?? error.code}`);
    if (cause !== error && cause.name !== 'Error') text += line('name', cause.name);
    if (cause.code === 'ERR_ASSERTION') {
      text += line('expected', cause.expected) + line('actual', cause.actual) +
        line('operator', cause.operator);
    }
    const frames = typeof cause.stack === 'string' ?
      cause.stack.split('\n').filter((frame) => frame.startsWith('    at ')) : [];
    if (cause !== error && frames.length > 0) {
      text += line('stack', frames.map((frame) => frame.slice(7)).join('\n') +
        (frames.length === 1 ? '\n' : '')).replace(/\n\s*\n$/, '\n');
    }
    return text;
  }
  result(type, data) {
    const indent = '    '.repeat(data.nesting);
    const { details } = data;
    let text = `${indent}${type === 'test:pass' ? 'ok' : 'not ok'} ${data.testNumber} - ` +
      `${Tap.escape(data.name)}${Tap.directive(data)}\n${indent}  ---\n` +
      `${indent}  duration_ms: ${details.duration_ms}\n`;
    if (details.type !== undefined) text += `${indent}  type: '${details.type}'\n`;
    if (details.error !== undefined) {
      if (data.file !== undefined) {
        text += `${indent}  location: '${data.file}:${data.line}:${data.column}'\n`;
      }
      text += Tap.yaml(indent, details.error);
    }
    return `${text}${indent}  ...\n`;
  }
  event(event) { return this.pieces(event).join(''); }
  // Its text as node:test/reporters gives it: a result and its details one after the other.
  pieces({ type, data }) {
    const head = this.#begun ? [] : ['TAP version 13\n'];
    this.#begun = true;
    const text = this.text(type, data);
    const end = isResult(type) ? text.indexOf('\n') + 1 : text.length;
    return [...head, text.slice(0, end), text.slice(end)].filter((piece) => piece !== '');
  }
  text(type, data) {
    const indent = '    '.repeat(data.nesting ?? 0);
    switch (type) {
      case 'test:start': return `${indent}# Subtest: ${Tap.escape(data.name)}\n`;
      case 'test:plan': return `${indent}1..${data.count}\n`;
      case 'test:diagnostic': return `${indent}# ${Tap.escape(data.message)}\n`;
      case 'test:stdout':
      case 'test:stderr':
        return data.message.replace(/\n$/, '').split('\n')
          .map((line) => `# ${Tap.escape(line)}\n`).join('');
      default: return isResult(type) ? this.result(type, data) : '';
    }
  }
  end() { return ''; }
}

const colours = { red: 31, green: 32, blue: 34, gray: 90 };
function paint(name, text) {
  const on = process.env.FORCE_COLOR === undefined ?
    stdio.isTerminal(1) && !process.env.NO_COLOR && !process.env.NODE_DISABLE_COLORS :
    require('internal/tty_colors').getColorDepth() > 2;
  return on ? `\x1b[${colours[name]}m${text}\x1b[39m` : text;
}

function specLine(type, data) {
  const duration = data.details.duration_ms;
  const took = duration ? ` (${duration}ms)` : '';
  const note = (value, word) => ` # ${typeof value === 'string' && value ? value : word}`;
  if (data.skip !== undefined) {
    return paint('gray', `\ufe63 ${data.name}${took}${note(data.skip, 'SKIP')}`);
  }
  const todo = data.todo === undefined ? '' : note(data.todo, 'TODO');
  return paint(type === 'test:pass' ? 'green' : 'red',
    `${type === 'test:pass' ? '\u2714' : '\u2716'} ${data.name}`) + paint('gray', took) + todo;
}

function specError(error, indent) {
  const shown = error.code === 'ERR_TEST_FAILURE' ? error.cause : error;
  return `${inspect(shown).replace(/^/gm, indent)}\n`;
}

class Spec {
  #open = []; // begun and not ended, the innermost last: { name, nesting, isTold }
  #failed = [];

  event({ type, data }) {
    switch (type) {
      case 'test:start':
        this.#open.push({ name: data.name, nesting: data.nesting, isTold: false });
        return '';
      case 'test:diagnostic':
        return `${'  '.repeat(data.nesting)}${paint('blue', `\u2139 ${data.message}`)}\n`;
      case 'test:stdout':
      case 'test:stderr': return data.message;
      default: return isResult(type) ? this.result(type, data) : '';
    }
  }
  result(type, data) {
    const own = this.#open.pop();
    let text = '';
    for (const above of this.#open) {
      if (!above.isTold) text += `${'  '.repeat(above.nesting)}\u25b6 ${above.name}\n`;
      above.isTold = true;
    }
    const indent = '  '.repeat(data.nesting);
    text += `${indent}${specLine(type, data)}\n`;
    const { error } = data.details;
    if (type === 'test:fail' && error?.failureType !== 'subtestsFailed') {
      this.#failed.push([type, data]);
    }
    if (error === undefined) return text;
    const shown = `${specError(error, `${indent}  `)}\n`;
    if (!own?.isTold) return text + shown;
    return error.failureType === 'subtestsFailed' ? text : `${text}\n${shown}`;
  }
  end() {
    if (this.#failed.length === 0) return '';
    let text = `\n${paint('red', '\u2716 failing tests:')}\n`;
    for (const [type, data] of this.#failed) {
      const file = data.file && require('path').relative(process.cwd(), data.file);
      text += `\n${file === undefined ? '' : `test at ${file}:${data.line}:${data.column}\n`}` +
        `${specLine(type, data)}\n${specError(data.details.error, '  ')}`;
    }
    return text;
  }
}

class Dot {
  #count = 0;
  #failed = [];

  event({ type, data }) {
    if (!isResult(type)) return '';
    if (type === 'test:fail') this.#failed.push([type, data]);
    const width = Math.max(process.stdout.columns ?? 20, 20);
    return (type === 'test:pass' ? '.' : 'X') + (++this.#count % width === 0 ? '\n' : '');
  }
  end() {
    if (this.#failed.length === 0) return '\n';
    return `\n${paint('red', '\nFailed tests:\n\n')}${this.#failed.map(([type, data]) => (
      `${specLine(type, data)}\n${specError(data.details.error, '  ')}`)).join('')}`;
  }
}

class Junit {
  #open = []; // { nesting, data, children }
  #root = [];

  static attribute(value) {
    return `${value}`.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
      .replace(/\n/g, '');
  }
  static text(value) { return `${value}`.replace(/&/g, '&amp;').replace(/</g, '&lt;'); }

  event({ type, data }) {
    if (type === 'test:start') {
      this.#open.push({ children: [] });
    } else if (type === 'test:diagnostic') {
      this.#here().push(`${'\t'.repeat(data.nesting + 1)}<!-- ${
        Junit.text(data.message).replace(/--/g, '&#45;&#45;')} -->\n`);
    } else if (isResult(type)) {
      const { children, figures } = this.#open.pop() ?? { children: [] };
      const above = this.#open.at(-1);
      if (above !== undefined) {
        above.figures ??= { tests: 0, failures: 0, skipped: 0 };
        above.figures.tests++;
        if (type === 'test:fail') above.figures.failures++;
        if (data.skip !== undefined) above.figures.skipped++;
      }
      this.#here().push(figures === undefined ? this.#case(data) :
        this.#suite(data, children, figures));
    }
    return '';
  }
  #here() { return this.#open.at(-1)?.children ?? this.#root; }
  #suite(data, children, { tests, failures, skipped }) {
    const indent = '\t'.repeat(data.nesting + 1);
    const host = Junit.attribute(require('os').hostname());
    return `${indent}<testsuite name="${Junit.attribute(data.name)}" time="${Junit.time(data)}" ` +
      `disabled="0" errors="0" tests="${tests}" failures="${failures}" skipped="${skipped}" ` +
      `hostname="${host}">\n${children.join('')}${indent}</testsuite>\n`;
  }
  static time({ details }) { return (details.duration_ms / 1000).toFixed(6); }
  #case(data) {
    const indent = '\t'.repeat(data.nesting + 1);
    const { error } = data.details;
    let inner = '';
    if (data.skip !== undefined) {
      inner += `${indent}\t<skipped type="skipped" message="${Junit.attribute(data.skip)}"/>\n`;
    }
    if (data.todo !== undefined) {
      inner += `${indent}\t<skipped type="todo" message="${Junit.attribute(data.todo)}"/>\n`;
    }
    let failure = '';
    if (error !== undefined) {
      const message = Junit.attribute(error.message);
      failure = ` failure="${message}"`;
      inner += `${indent}\t<failure type="${error.failureType}" message="${message}">\n` +
        `${Junit.text(inspect(error, { breakLength: Infinity }))}\n${indent}\t</failure>\n`;
    }
    const head = `${indent}<testcase name="${Junit.attribute(data.name)}" ` +
      `time="${Junit.time(data)}" classname="test"${failure}`;
    return inner === '' ? `${head}/>\n` : `${head}>\n${inner}${indent}</testcase>\n`;
  }
  end() {
    return '<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n' +
      `${this.#root.join('')}</testsuites>\n`;
  }
}

const builtin = { tap: Tap, spec: Spec, dot: Dot, junit: Junit };

// --- where they write

function opener(destination) {
  if (destination === 'stdout' || destination === 'stderr') {
    return (text) => stdio.write(destination === 'stdout' ? 1 : 2, text);
  }
  const fs = require('fs');
  const fd = fs.openSync(destination, 'w');
  return (text) => fs.writeSync(fd, text);
}

// A module of the program: a stream, or a function that makes text of events one by one.
function foreign(name, write) {
  const { PassThrough, compose } = require('stream');
  const events = new PassThrough({ objectMode: true });
  const { importModule } = require('internal/modules/esm');
  const base = require('url').pathToFileURL(`${process.cwd()}/`).href;
  const done = importModule(name, base).then(async (loaded) => {
    let made = loaded.default ?? loaded;
    if (typeof made === 'function' && made.prototype !== undefined &&
        Object.getOwnPropertyDescriptor(made.prototype, 'constructor') !== undefined) {
      made = new made(); // a class, or a function that is one
    }
    for await (const chunk of compose(events, made)) write(`${chunk}`);
  }).catch(fail);
  return { event(event) { events.write(event); return ''; }, end() { events.end(); return ''; },
    done };
}

// Like what an 'uncaughtException' listener throws: nobody is left to show the results.
function fail(error) {
  require('internal/fatal').report(error);
  process.reallyExit(FAILED_HANDLER);
}

function make() {
  const usual = cli.testReporterDestination === undefined ?
    [stdio.isTerminal(1) ? 'spec' : 'tap'] : [];
  const names = cli.testReporter ?? usual;
  const places = cli.testReporterDestination ?? (names.length === 1 ? ['stdout'] : []);
  if (places.length !== names.length) {
    throw new codes.ERR_INVALID_ARG_VALUE('--test-reporter', names,
      'must match the number of specified \'--test-reporter-destination\'');
  }
  const list = names.map((name, i) => {
    const write = opener(places[i]);
    const reporter = Object.hasOwn(builtin, name) ? new builtin[name]() : foreign(name, write);
    return { reporter, write: (text) => { if (text !== '') write(text); } };
  });
  return {
    show(events) {
      for (const { reporter, write } of list) {
        const known = reporter.done === undefined ? events.filter(isForAll) : events;
        write(known.map((event) => reporter.event(event)).join(''));
      }
    },
    end() {
      for (const { reporter, write } of list) write(reporter.end());
      return Promise.all(list.map(({ reporter }) => reporter.done));
    },
  };
}

exports.builtin = builtin;
exports.make = make;

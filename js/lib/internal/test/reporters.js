// SPDX-License-Identifier: MIT
// How results of tests are shown: tap, spec or dot, as --test-reporter says; without that, spec on
// a terminal and tap elsewhere.
'use strict';
const { options: cli } = require('internal/program');
const { process } = require('internal/process');
const stdio = binding('stdio');

function count(events) {
  const totals = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
  for (const event of events) {
    if (event.type !== 'result') continue;
    if (event.isSuite) {
      totals.suites++;
      continue;
    }
    totals.tests++;
    if (event.skipped) totals.skipped++;
    else if (event.todo) totals.todo++;
    else if (event.error?.failureType === 'cancelledByParent' ||
             event.error?.failureType === 'testAborted' ||
             event.error?.failureType === 'testTimeoutFailure') totals.cancelled++;
    else if (event.passed) totals.pass++;
    else totals.fail++;
  }
  return totals;
}

function hasFailed(event) {
  return event.type === 'result' && !event.passed && !event.todo;
}

function directive({ skipped, todo, message }) {
  const text = message ? ` ${message}` : '';
  if (skipped) return ` # SKIP${text}`;
  return todo ? ` # TODO${text}` : '';
}

const realError = (error) => (
  error.failureType !== 'subtestsFailed' && error.cause instanceof Error ? error.cause : error);

const tap = {
  begin: () => 'TAP version 13\n',
  escape: (text) => text.replace(/[\\#]/g, '\\$&').replace(/\n/g, '\\n'),
  yaml(indent, error) {
    const cause = realError(error);
    let text = `${indent}  failureType: '${error.failureType}'\n`;
    const { message } = cause;
    text += message.includes('\n') ?
      `${indent}  error: |-\n${message.replace(/^/gm, `${indent}    `)}\n` :
      `${indent}  error: '${message.replace(/'/g, '\\\'')}'\n`;
    text += `${indent}  code: '${cause.code ?? error.code}'\n`;
    const frames = typeof cause.stack === 'string' ?
      cause.stack.split('\n').filter((line) => line.startsWith('    at ')) : [];
    if (cause !== error && frames.length > 0) {
      text += `${indent}  stack: |-\n`;
      for (const frame of frames) text += `${indent}    ${frame.slice(7)}\n`;
    }
    return text;
  },
  event(event) {
    const indent = '    '.repeat(event.nesting);
    if (event.type === 'start') return `${indent}# Subtest: ${tap.escape(event.name)}\n`;
    if (event.type === 'plan') return `${indent}1..${event.count}\n`;
    if (event.type === 'diagnostic') return `${indent}# ${tap.escape(event.text)}\n`;
    let text = `${indent}${event.passed ? 'ok' : 'not ok'} ${event.number} - ` +
      `${tap.escape(event.name)}${directive(event)}\n${indent}  ---\n` +
      `${indent}  duration_ms: ${event.duration}\n`;
    if (event.isSuite) text += `${indent}  type: 'suite'\n`;
    if (event.error !== null) {
      if (event.location !== undefined) text += `${indent}  location: '${event.location}'\n`;
      text += tap.yaml(indent, event.error);
    }
    return `${text}${indent}  ...\n`;
  },
  end(events, number, totals, duration) {
    let text = `1..${number}\n`;
    for (const [name, value] of Object.entries(totals)) text += `# ${name} ${value}\n`;
    return `${text}# duration_ms ${duration}\n`;
  },
};

const colours = { red: 31, green: 32, blue: 34, gray: 90 };
function paint(name, text) {
  const on = stdio.isTerminal(1) && !process.env.NO_COLOR && !process.env.NODE_DISABLE_COLORS;
  return on || process.env.FORCE_COLOR ? `\x1b[${colours[name]}m${text}\x1b[39m` : text;
}

const spec = {
  begin: () => '',
  error(event) {
    const indent = '  '.repeat(event.nesting + 1);
    const { inspect } = require('internal/inspect');
    return `${inspect(realError(event.error)).replace(/^(?=.)/gm, indent)}\n\n`;
  },
  line(event) {
    const took = ` (${event.duration}ms)`;
    if (event.skipped) {
      return paint('gray', `\ufe63 ${event.name}${took} # ${event.message || 'SKIP'}`);
    }
    const todo = event.todo ? ` # ${event.message || 'TODO'}` : '';
    return event.passed ? paint('green', `\u2714 ${event.name}`) + paint('gray', took) + todo :
      paint('red', `\u2716 ${event.name}`) + paint('gray', took) + todo;
  },
  event(event) {
    const indent = '  '.repeat(event.nesting);
    if (event.type === 'start') {
      return event.hasChildren ? `${indent}\u25b6 ${event.name}\n` : '';
    }
    if (event.type === 'diagnostic') return `${indent}${paint('blue', `\u2139 ${event.text}`)}\n`;
    if (event.type === 'plan') return '';
    const text = `${indent}${spec.line(event)}\n`;
    return event.error !== null && !event.hasChildren ? text + spec.error(event) : text;
  },
  end(events, number, totals, duration) {
    let text = '';
    for (const [name, value] of Object.entries({ ...totals, duration_ms: duration })) {
      text += `${paint('blue', `\u2139 ${name} ${value}`)}\n`;
    }
    const failed = events.filter((event) => hasFailed(event) && !event.hasChildren);
    if (failed.length === 0) return text;
    text += `\n${paint('red', '\u2716 failing tests:')}\n`;
    for (const event of failed) {
      text += `\n${event.location === undefined ? '' : `test at ${event.location}\n`}` +
        `${spec.line(event)}\n${spec.error({ ...event, nesting: 0 })}`;
    }
    return text.replace(/\n+$/, '\n');
  },
};

const dot = {
  begin: () => '',
  event(event) {
    if (event.type !== 'result' || event.isSuite) return '';
    return event.passed ? '.' : 'X';
  },
  end: () => '\n',
};

const reporters = { tap, spec, dot };

function make() {
  const name = cli.testReporter ?? (stdio.isTerminal(1) ? 'spec' : 'tap');
  const reporter = reporters[name];
  if (reporter === undefined) {
    throw new Error(`There is no reporter called '${name}': use spec, tap or dot`);
  }
  let begun = false;
  const write = (text) => {
    const all = begun ? text : reporter.begin() + text;
    begun = true;
    if (all !== '') stdio.write(1, all);
  };
  return {
    show(events) { write(events.map(reporter.event).join('')); },
    end(events, number, duration) {
      const totals = count(events);
      write(reporter.end(events, number, totals, duration));
      return { failed: totals.fail + totals.cancelled };
    },
  };
}

exports.make = make;

// SPDX-License-Identifier: MIT
// The events of node:test, for reporters and users of run(); their totals; and how a file that
// --test runs sends them to the process that started it: within its output, so that both stay in
// order.
'use strict';
const { process } = require('internal/process');

function place(location) {
  const parts = /^(.*):(\d+):(\d+)$/.exec(location ?? '');
  if (parts === null) return {};
  const file = parts[1].startsWith('file:') ? require('url').fileURLToPath(parts[1]) : parts[1];
  return { line: Number(parts[2]), column: Number(parts[3]), file };
}

// An event of the runner's -> Node's.
function toNode(event) {
  const { nesting, name } = event;
  switch (event.type) {
    case 'enqueue':
    case 'dequeue':
    case 'start':
      return { type: `test:${event.type}`, data: { nesting, name, ...place(event.location) } };
    case 'plan':
      return { type: 'test:plan',
        data: { nesting, count: event.count, ...place(event.location) } };
    case 'diagnostic':
      return { type: 'test:diagnostic',
        data: { nesting, message: event.text, ...place(event.location) } };
    default:
  }
  const details = { duration_ms: event.duration, type: event.isSuite ? 'suite' : undefined };
  if (event.error !== null) details.error = event.error;
  const data = { name, nesting, testNumber: event.number, details, ...place(event.location) };
  if (event.skipped) data.skip = event.message ?? true;
  else if (event.todo) data.todo = event.message ?? true;
  if (event.type === 'complete') {
    details.passed = event.passed;
    return { type: 'test:complete', data };
  }
  return { type: event.passed ? 'test:pass' : 'test:fail', data };
}

const STOPPED = ['cancelledByParent', 'testAborted', 'testTimeoutFailure'];

class Totals {
  figures = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
  top = 0; // how many have no other above them
  isGood = true;

  add({ type, data }) {
    if (type !== 'test:pass' && type !== 'test:fail') return;
    if (data.nesting === 0) this.top++;
    const { figures } = this;
    if (type === 'test:fail' && data.skip === undefined && data.todo === undefined) {
      this.isGood = false;
    }
    if (data.details.type === 'suite') {
      figures.suites++;
      return;
    }
    figures.tests++;
    if (data.skip !== undefined) figures.skipped++;
    else if (data.todo !== undefined) figures.todo++;
    else if (STOPPED.includes(data.details.error?.failureType)) figures.cancelled++;
    else if (type === 'test:pass') figures.pass++;
    else figures.fail++;
  }
  // What closes a run.
  end(duration, notes = []) {
    const lines = Object.entries({ ...this.figures, duration_ms: duration });
    return [{ type: 'test:plan', data: { nesting: 0, count: this.top } },
      ...[...notes, ...lines.map(([name, value]) => `${name} ${value}`)].map((message) => (
        { type: 'test:diagnostic', data: { nesting: 0, message } }))];
  }
}

const MARK = '\0\x1etest:'; // before an event; a line ends it

// Errors lose most of what they are when they are copied: they travel as their parts.
const ERROR = '\0error';

function pack(value, seen = new Set()) {
  if (typeof value === 'function' || typeof value === 'symbol') {
    return require('internal/inspect').inspect(value);
  }
  if (typeof value !== 'object' || value === null || seen.has(value)) return value;
  if (!(value instanceof Error)) return value;
  seen.add(value);
  const { name, message, stack } = value;
  const own = Object.entries(value).map(([key, one]) => [key, pack(one, seen)]);
  const errors = value instanceof AggregateError ? value.errors.map((one) => pack(one, seen)) :
    undefined;
  const cause = Object.hasOwn(value, 'cause') && !Object.hasOwn(Object.fromEntries(own), 'cause') ?
    [pack(value.cause, seen)] : [];
  return { [ERROR]: { name, message, stack, own, cause, errors } };
}

const natives = { __proto__: null, EvalError, RangeError, ReferenceError, SyntaxError, TypeError,
  URIError };

function unpack(value) {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, ERROR)) return value;
  const { name, message, stack, own, cause, errors } = value[ERROR];
  const error = errors === undefined ? new (natives[name] ?? Error)(message) :
    new AggregateError(errors.map(unpack), message);
  Object.defineProperty(error, 'stack', { value: stack, writable: true, configurable: true });
  if (error.name !== name) {
    Object.defineProperty(error, 'name', { value: name, writable: true, configurable: true });
  }
  if (cause.length > 0) {
    Object.defineProperty(error, 'cause', {
      value: unpack(cause[0]), writable: true, configurable: true,
    });
  }
  for (const [key, one] of own) error[key] = unpack(one);
  return error;
}

function send(event) {
  const { details } = event.data;
  const sent = details?.error === undefined ? event :
    { type: event.type, data: { ...event.data, details: { ...details, error: undefined } },
      error: pack(details.error) };
  let bytes;
  try {
    bytes = require('v8').serialize(sent);
  } catch { // something in it cannot be copied: its text must do
    const { failureType, message } = details.error;
    bytes = require('v8').serialize({ ...sent,
      error: pack(Object.assign(new Error(message), { code: 'ERR_TEST_FAILURE', failureType })) });
  }
  binding('stdio').write(1, `${MARK}${bytes.toString('base64')}\n`);
}

function receive(line) {
  const { error, ...event } = require('v8').deserialize(Buffer.from(line, 'base64'));
  if (error !== undefined) event.data.details.error = unpack(error);
  else delete event.data.details?.error;
  return event;
}

// How many characters at the end of the text are the first ones of a mark.
function cutMark(text) {
  for (let size = MARK.length - 1; size > 0; size--) {
    if (text.endsWith(MARK.slice(0, size))) return size;
  }
  return 0;
}

// Separates the output of a file under --test from its events.
function listen(stream, onText, onEvent) {
  let rest = '';
  const tell = (text) => { if (text !== '') onText(text); };
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    rest += chunk;
    for (let at = rest.indexOf(MARK); at >= 0; at = rest.indexOf(MARK)) {
      tell(rest.slice(0, at));
      rest = rest.slice(at);
      const end = rest.indexOf('\n');
      if (end < 0) return;
      onEvent(receive(rest.slice(MARK.length, end)));
      rest = rest.slice(end + 1);
    }
    const kept = cutMark(rest);
    tell(rest.slice(0, rest.length - kept));
    rest = kept === 0 ? '' : rest.slice(-kept);
  });
  stream.on('end', () => tell(rest));
}

const isChild = () => process.env.NODE_TEST_CONTEXT === 'child-v8';

module.exports = { Totals, isChild, listen, place, send, toNode };

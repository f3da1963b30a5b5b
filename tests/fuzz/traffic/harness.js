// SPDX-License-Identifier: MIT
// Executes plans (plans.py) and writes what each side saw, a line of JSON for each plan.
//   harness.js PLANS RESULTS TOGETHER     files; TOGETHER plans run at a time
// The results go into a file: a pipe that is full for a moment refuses them.
// An object's log has three lanes, since only within each of them the program decides the order and
// not the machine: r, what it read; w, what it wrote; e, all else. Data that comes in several
// pieces is one entry.
'use strict';
const fs = require('fs');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');
const actions = require('./actions.js');

const QUIET_TURNS = 6; // turns of the loop without events of an exchange
const TIMED_QUIET_MS = 80; // the same, if there are timeouts of up to 25 ms
const PATIENCE_MS = 1000; // for exchanges that do not become quiet

const lanes = {
  end: 'r', aborted: 'r', finish: 'w', prefinish: 'w', drain: 'w', connect: 'e', ready: 'e',
  timeout: 'e', upgrade: 'e', information: 'e', continue: 'e', response: 'e', socket: 'e',
  abort: 'e', close: 'rwe', error: 'rwe',
};

let made = 0;
const active = new Set();

// Whether a file has something to do.
function isBusy(file) {
  return !file.closed && (file.pending || file.writableLength > 0 || file.writableEnded ||
    file.destroyed);
}

class Exchange {
  constructor(plan, finished) {
    this.plan = plan;
    this.finished = finished;
    this.objects = {};
    this.log = {};
    this.sums = {};
    this.sent = {};
    this.busy = 0;
    this.events = 0;
    this.sockets = [];
    this.files = [];
    this.accepted = 0;
    this.skipped = [];
    this.listeners = {};
  }

  temporary() {
    return path.join(os.tmpdir(), `gyre-traffic-${process.pid}-${made++}`);
  }

  note(name, into, what) {
    this.events++;
    const log = this.log[name] ??= { r: [], w: [], e: [] };
    for (const lane of into) {
      const list = log[lane];
      if (what === 'drain' && list.at(-1) === 'drain') continue;
      list.push(what);
    }
  }

  // Consecutive pieces are one.
  data(name, chunk) {
    this.events++;
    const log = this.log[name] ??= { r: [], w: [], e: [] };
    let last = log.r.at(-1);
    const isText = typeof chunk === 'string';
    if (!Array.isArray(last) || (last[0] === 'text') !== isText) {
      log.r.push(last = [isText ? 'text' : 'bytes', 0, 0, '']); // size, sum, beginning
    }
    if (name === 'c' && this.plan.kind === 'raw client') {
      last[3] += chunk.toString('latin1');
      return;
    }
    last[1] += chunk.length;
    let sum = last[2];
    if (isText) for (let i = 0; i < chunk.length; i++) sum = sum * 31 + chunk.charCodeAt(i) | 0;
    else for (let i = 0; i < chunk.length; i++) sum = sum * 31 + chunk[i] | 0;
    last[2] = sum;
    if (last[3].length < 200) last[3] += chunk.toString('latin1').slice(0, 200);
  }

  listenerOf(name) {
    this.listeners[name] ??= (chunk) => this.data(name, chunk);
    return this.listeners[name];
  }

  after(ms, callback) {
    this.busy++;
    setTimeout(() => {
      this.busy--;
      this.events++;
      callback();
    }, ms);
  }

  // An object exists: it is watched as the plan says, and immediate steps are done.
  add(name, object, needsErrors) {
    if (this.objects[name] !== undefined) name += '+'; // a second one, which is a difference too
    this.objects[name] = object;
    this.note(name, 'e', 'is there');
    const watch = this.plan.watch[name] ?? [];
    if (watch === 'all') this.spy(name, object);
    else for (const event of watch) object.on(event, (value) => this.saw(name, event, value));
    if (needsErrors && !watch.includes('error')) {
      object.on('error', watch === 'all' ? () => {} : (error) => this.saw(name, 'error', error));
    }
    for (const [from, event, steps] of this.plan.react) {
      if (from === name) object.once(event, () => { for (const s of steps) this.act(s); });
    }
    for (const step of this.plan.arrive[name] ?? []) this.act(step);
  }

  spy(name, object) {
    const { emit } = object;
    object.emit = (event, ...values) => {
      if (lanes[event] !== undefined) this.saw(name, event, values[0]);
      return Reflect.apply(emit, object, [event, ...values]);
    };
  }

  saw(name, event, value) {
    let what = event;
    if (event === 'error') what += ` ${value.code ?? value.message}`;
    if (event === 'close' && value === true) what += ' after an error';
    this.note(name, lanes[event], what);
  }

  act([name, action, ...args]) {
    const object = this.objects[name];
    if (object === undefined) {
      this.skipped.push(`${name} ${action}`);
      return;
    }
    this.events++;
    try {
      actions[action](this, name, object, ...args);
    } catch (error) {
      this.note(name, 'e', `${action} threw ${error.code ?? error.name}`);
    }
  }

  step(at) {
    if (at === this.plan.steps.length) {
      this.quiet(() => this.end());
      return;
    }
    const [gap, ...step] = this.plan.steps[at];
    const go = () => {
      this.begin(step);
      this.step(at + 1);
    };
    const isThere = this.objects[step[0]] !== undefined || ['go', 'connect'].includes(step[1]);
    if (gap === 'quiet' || !isThere) this.quiet(go);
    else if (gap === 'tick') process.nextTick(go);
    else if (gap === 'immediate') setImmediate(go);
    else go();
  }

  begin(step) {
    if (step[1] === 'connect') this.connect();
    else if (step[1] === 'go') this.request(Number(step[0].slice(1)));
    else this.act(step);
  }

  moved() {
    let sum = this.events;
    for (const socket of this.sockets) {
      sum += socket.bytesRead + (socket.bytesWritten ?? 0) - (socket._handle?.writeQueueSize ?? 0);
    }
    return sum;
  }

  quiet(then) {
    let before = -1;
    let turns = 0;
    let since = Date.now();
    const late = since + PATIENCE_MS;
    const wanted = this.plan.timed ? TIMED_QUIET_MS : 0;
    const look = () => {
      const moved = this.moved();
      const now = Date.now();
      turns++;
      if (moved !== before || this.busy > 0 || this.files.some(isBusy)) {
        turns = 0;
        since = now;
        before = moved;
      }
      if ((turns >= QUIET_TURNS && now - since >= wanted) || now > late) then();
      else if (turns >= QUIET_TURNS) setTimeout(look, wanted / 4);
      else setImmediate(look);
    };
    setImmediate(look);
  }

  start() {
    const { plan } = this;
    active.add(this);
    this.server = plan.kind === 'net' || plan.kind === 'raw server' ?
      net.createServer(plan.server, (socket) => this.accept(socket)) :
      require('./serve.js').create(this);
    if (plan.agent) this.objects.agent = this.agent = new http.Agent(plan.agent);
    this.objects.server = this.server;
    this.path = this.temporary();
    this.server.listen(...plan.over === 'tcp' ? [0, '127.0.0.1'] : [this.path], () => this.step(0));
  }

  accept(socket) {
    this.sockets.push(socket);
    const name = this.plan.kind === 'net' ? 's' : `n${this.accepted++}`;
    this.add(name, socket, true);
    if (this.plan.kind === 'raw server') socket.on('data', this.listenerOf(name));
  }

  address() {
    if (this.plan.over !== 'tcp') return { path: this.path };
    return { host: '127.0.0.1', port: this.server.address()?.port ?? 1 };
  }

  connect() {
    const socket = net.connect({ ...this.plan.client, ...this.address() });
    this.sockets.push(socket);
    this.add('c', socket, true);
  }

  request(at) {
    const { listens, ...options } = this.plan.requests[at];
    const { host, port, path: socketPath } = this.address();
    const req = http.request({
      ...options, host, port, socketPath, agent: this.agent,
      headers: { Host: 'h', ...options.headers },
      path: options.method === 'CONNECT' ? `x:${at}` : `/${at}`,
    });
    req.on('socket', (socket) => {
      if (!this.sockets.includes(socket)) this.sockets.push(socket);
      this.objects[`k${at}`] = socket;
      this.note(`q${at}`, 'e', `socket, ${req.reusedSocket ? 'reused' : 'new'}`);
    });
    if (listens) req.on('response', (res) => this.add(`p${at}`, res));
    if (options.method === 'CONNECT' || options.headers.Upgrade) {
      req.on(options.method === 'CONNECT' ? 'connect' : 'upgrade', (res, socket, head) => {
        this.note(`q${at}`, 'e', `${res.statusCode} changed, ${head}`);
        this.add(`u${at}`, socket, true);
      });
    }
    this.add(`q${at}`, req, true);
  }

  // Responses that a server sends by itself have a date.
  undate() {
    for (const entry of this.log.c?.r ?? []) {
      if (Array.isArray(entry)) entry[3] = entry[3].replace(/\r\nDate: [^\r]*/g, '');
    }
  }

  end() {
    const before = require('./states.js').all(this);
    this.note('server', 'e', 'the end');
    for (const object of Object.values(this.objects)) {
      if (object !== this.server) object.destroy?.();
    }
    for (const socket of this.sockets) socket.destroy();
    for (const file of this.files) file.destroy();
    this.server.closeAllConnections?.();
    if (this.server.listening) this.server.close();
    this.quiet(() => {
      const after = require('./states.js').all(this);
      active.delete(this);
      if (this.plan.kind === 'raw client') this.undate();
      this.finished({ seed: this.plan.seed, log: this.log, before, after, skipped: this.skipped });
    });
  }
}

function main() {
  const [, , from, to, together] = process.argv;
  const plans = fs.readFileSync(from, 'utf8').split('\n').filter(Boolean);
  const results = fs.openSync(to, 'w');
  let next = 0;
  let ended = 0;
  const more = () => {
    if (next === plans.length) return;
    new Exchange(JSON.parse(plans[next++]), (result) => {
      fs.writeSync(results, `${JSON.stringify(result)}\n`);
      if (++ended === plans.length) process.exit(0);
      more();
    }).start();
  };
  for (let i = 0; i < Number(together); i++) more();
}

// It is not known whose error it is: compare.py then runs each of them again, alone.
process.on('uncaughtException', (error) => {
  for (const run of active) run.note('server', 'e', `uncaught ${error.code ?? error.message}`);
});
main();

// SPDX-License-Identifier: MIT
// What keeps the program alive, as text: by kind and place, with its age.
'use strict';
const native = binding('scope');
const stdio = binding('stdio');
const tick = require('internal/tick');
const { now } = require('internal/perf/clock');
const { site } = require('internal/scope/where');

// What programs know the loop's requests as.
const REQUESTS = {
  __proto__: null,
  connect: 'TCPConnectWrap',
  fs: 'FSReqCallback',
  getaddrinfo: 'GetAddrInfoReqWrap',
  getnameinfo: 'GetNameInfoReqWrap',
  random: 'RandomBytesRequest',
  shutdown: 'ShutdownWrap',
  udp_send: 'UDPSendWrap',
  work: 'ThreadPoolWork',
  write: 'WriteWrap',
};

const origins = new WeakMap(); // callback of a timer or immediate -> where and when it was made

// From now on timers and immediates record where they were made: each gets a wrapped callback.
function record() {
  tick.scope = (type, callback) => {
    if (type !== 'Timeout' && type !== 'Immediate') return callback;
    const own = function(...args) { return Reflect.apply(callback, this, args); };
    origins.set(own, { place: site(), time: now() });
    return own;
  };
  tick.wrap = tick.scope;
}

// Calls tell(name, count, age in ms or -1, place) for each.
function each(tell) {
  const { nameOf } = require('internal/process/activity');
  const items = native.alive();
  for (let i = 0; i < items.length; i += 5) {
    const [kind, count, age, place, owner] = items.slice(i, i + 5);
    tell(REQUESTS[kind] ?? nameOf(kind, owner), count, age, place);
  }
  let others = 0;
  const tellOwn = (name, item, callback) => {
    const origin = origins.get(callback);
    if (!item.hasRef()) others++;
    else tell(name, 1, origin ? now() - origin.time : -1, origin?.place ?? '');
  };
  require('internal/timers').each((timer) => {
    if (timer._onTimeout && timer.hasRef) tellOwn('Timeout', timer, timer._onTimeout);
  });
  require('internal/immediates').each((item) => tellOwn('Immediate', item, item._onImmediate));
  return others;
}

function line({ name, count, age, place }) {
  const since = age < 0 ? '' :
    `, ${count > 1 ? 'the oldest ' : ''}for ${(age / 1000).toFixed(3)} s`;
  return `  ${count} ${name}${since}${place === '' ? '' : `, made at ${place}`}\n`;
}

function text() {
  const groups = new Map();
  let total = 0;
  const others = each((name, count, age, place) => {
    const key = `${name} ${place}`;
    const group = groups.get(key);
    total += count;
    if (group === undefined) {
      groups.set(key, { name, count, age, place });
    } else {
      group.count += count;
      group.age = Math.max(group.age, age);
    }
  });
  const sorted = [...groups.values()].sort((a, b) => (a.name < b.name ? -1 : +(a.name > b.name)));
  return `gyre: the program is kept alive by ${total}:\n${sorted.map(line).join('')}` +
    (others === 0 ? '' : `  and not by ${others} that were unreferenced\n`);
}

function print() {
  stdio.write(2, text());
}

exports.record = record;
exports.text = text;
exports.print = print;

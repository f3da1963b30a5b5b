// SPDX-License-Identifier: MIT
// PerformanceResourceTiming, and the buffer for them in performance: what does not fit waits aside,
// while the program is notified that the buffer is full and may make room.
// internal/perf/performance.js uses it.
'use strict';
const { Event } = require('internal/event_target');
const { codes } = require('internal/errors');
const entries = require('internal/perf/entries');

const { kCreate, PerformanceEntry } = entries;
const HEADER_BYTES = 300; // what the standard has for them

// What is read from the info of a fetch, by the names of the properties here.
const ofInfo = {
  workerStart: 'finalServiceWorkerStartTime',
  redirectStart: 'redirectStartTime',
  redirectEnd: 'redirectEndTime',
  fetchStart: 'postRedirectStartTime',
  requestStart: 'finalNetworkRequestStartTime',
  responseStart: 'finalNetworkResponseStartTime',
  responseEnd: 'endTime',
  encodedBodySize: 'encodedBodySize',
  decodedBodySize: 'decodedBodySize',
};
const ofConnection = {
  domainLookupStart: 'domainLookupStartTime',
  domainLookupEnd: 'domainLookupEndTime',
  connectStart: 'connectionStartTime',
  connectEnd: 'connectionEndTime',
  secureConnectionStart: 'secureConnectionStartTime',
  nextHopProtocol: 'ALPNNegotiatedProtocol',
};
const jsonOrder = ['name', 'entryType', 'startTime', 'duration', 'initiatorType',
  'nextHopProtocol', 'workerStart', 'redirectStart', 'redirectEnd', 'fetchStart',
  'domainLookupStart', 'domainLookupEnd', 'connectStart', 'connectEnd', 'secureConnectionStart',
  'requestStart', 'responseStart', 'responseEnd', 'transferSize', 'encodedBodySize',
  'decodedBodySize'];

let read; // (entry, how): what `how` makes of its fields

class PerformanceResourceTiming extends PerformanceEntry {
  #fields;

  constructor(key = undefined, fields = undefined) {
    super(key, fields?.url, 'resource', fields?.info?.startTime,
      fields?.info && fields.info.endTime - fields.info.startTime);
    this.#fields = fields;
  }

  static {
    read = (entry, how) => {
      if (!(#fields in entry)) throw new codes.ERR_INVALID_THIS('PerformanceResourceTiming');
      return how(entry.#fields);
    };
  }

  toJSON() {
    const result = {};
    for (const name of jsonOrder) result[name] = this[name];
    return result;
  }
}

function property(name, how) {
  Object.defineProperty(PerformanceResourceTiming.prototype, name, {
    get: { [name]() { return read(this, how); } }[name],
    enumerable: true,
    configurable: true,
  });
}

property('initiatorType', ({ initiator }) => initiator);
for (const [name, key] of Object.entries(ofInfo)) property(name, ({ info }) => info[key]);
for (const [name, key] of Object.entries(ofConnection)) {
  property(name, ({ info }) => info.finalConnectionTimingInfo?.[key]);
}
property('transferSize', ({ info, cacheMode }) =>
  (cacheMode === 'local' ? 0 : info.encodedBodySize + HEADER_BYTES));
Object.defineProperty(PerformanceResourceTiming.prototype, 'toJSON', { enumerable: true });
Object.defineProperty(PerformanceResourceTiming.prototype, Symbol.toStringTag, {
  value: 'PerformanceResourceTiming', configurable: true,
});

let limit = 250;
let aside = []; // what did not fit
let isTelling = false;

function fits() {
  return entries.select(undefined, 'resource').length < limit;
}

// As long as the listeners make room for some of what waits.
function tellFull(target) {
  while (aside.length > 0) {
    const before = aside.length;
    if (!fits()) target.dispatchEvent(new Event('resourcetimingbufferfull'));
    while (aside.length > 0 && fits()) entries.keep(aside.shift());
    if (aside.length >= before) aside = [];
  }
  isTelling = false;
}

function mark(target, info, url, initiator, cacheMode) {
  if (cacheMode !== '' && cacheMode !== 'local') {
    throw new codes.ERR_INTERNAL_ASSERTION("cache must be an empty string or 'local'");
  }
  const entry = new PerformanceResourceTiming(kCreate, { info, url, initiator, cacheMode });
  entries.enqueue(entry);
  if (!isTelling && fits()) {
    entries.keep(entry);
  } else {
    aside.push(entry);
    if (!isTelling) {
      isTelling = true;
      require('internal/immediates').setImmediate(tellFull, target);
    }
  }
  return entry;
}

function setLimit(size) {
  limit = Number.isInteger(size) && size > 0 ? size : 0;
}

module.exports = { PerformanceResourceTiming, mark, setLimit };

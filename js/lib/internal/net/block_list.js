// SPDX-License-Identifier: MIT
// SocketAddress, an address with its port, and BlockList, rules for addresses.
'use strict';
const { codes } = require('internal/errors');
const { isIPv4, isIPv6 } = require('internal/net/address');
const {
  validateInt32, validateObject, validatePort, validateString, validateUint32,
} = require('internal/validators');

const inspectCustom = Symbol.for('nodejs.util.inspect.custom');
const WORDS = 8;
const BITS = { ipv4: 32, ipv6: 128 };
const NAMES = { ipv4: 'IPv4', ipv6: 'IPv6' };
const MAPPED = 0xffffn; // the upper 96 bits of an IPv6 address that stands for one of IPv4

function parse4(text) {
  return text.split('.').reduce((number, part) => number << 8n | BigInt(part), 0n);
}

// The words of one side of "::", of which the last may be an IPv4 address.
function wordsOf(text) {
  if (text === '') return [];
  return text.split(':').flatMap((word) => {
    if (!word.includes('.')) return [BigInt(`0x${word}`)];
    const four = parse4(word);
    return [four >> 16n, four & 0xffffn];
  });
}

function parse6(text) {
  const [left, right] = text.split('%', 1)[0].split('::').map(wordsOf);
  const words = right === undefined ? left :
    [...left, ...Array(WORDS - left.length - right.length).fill(0n), ...right];
  return words.reduce((number, word) => number << 16n | word, 0n);
}

function format4(number) {
  return [24n, 16n, 8n, 0n].map((shift) => number >> shift & 0xffn).join('.');
}

// Where the longest run of zero words begins, the first of several, and its length.
function longestRun(words) {
  let best = { at: -1, length: 1 };
  for (let at = 0; at < words.length; at++) {
    let length = 0;
    while (words[at + length] === 0n) length++;
    if (length > best.length) best = { at, length };
    at += length;
  }
  return best;
}

function format6(number) {
  const words = Array.from({ length: WORDS }, (_, i) => number >> BigInt(16 * (7 - i)) & 0xffffn);
  const upper = number >> 32n;
  if (upper === MAPPED) return `::ffff:${format4(number & 0xffffffffn)}`;
  if (upper === 0n && number > 0xffffn) return `::${format4(number)}`;
  const text = words.map((word) => word.toString(16));
  const { at, length } = longestRun(words);
  if (at < 0) return text.join(':');
  return `${text.slice(0, at).join(':')}::${text.slice(at + length).join(':')}`;
}

let secretOf; // family, number and the rest of a SocketAddress

class SocketAddress {
  #family;
  #number;
  #port;
  #flowlabel;

  static {
    secretOf = (address) => ({ family: address.#family, number: address.#number });
  }

  static isSocketAddress(value) {
    return typeof value === 'object' && value !== null && #number in value;
  }

  constructor(options = {}) {
    validateObject(options, 'options');
    const family = options.family?.toLowerCase?.() ?? options.family ?? 'ipv4';
    if (family !== 'ipv4' && family !== 'ipv6') {
      throw new codes.ERR_INVALID_ARG_VALUE('options.family', options.family);
    }
    const { address = family === 'ipv4' ? '127.0.0.1' : '::', port = 0, flowlabel = 0 } = options;
    validateString(address, 'options.address');
    validatePort(port, 'options.port');
    validateUint32(flowlabel, 'options.flowlabel', false);
    if (!(family === 'ipv4' ? isIPv4 : isIPv6)(address)) throw new codes.ERR_INVALID_ADDRESS();
    this.#family = family;
    this.#number = (family === 'ipv4' ? parse4 : parse6)(address);
    this.#port = Number(port);
    this.#flowlabel = flowlabel;
  }

  get address() {
    return (this.#family === 'ipv4' ? format4 : format6)(this.#number);
  }

  get port() {
    return this.#port;
  }

  get family() {
    return this.#family;
  }

  get flowlabel() {
    return this.#flowlabel;
  }

  toJSON() {
    const { address, port, family, flowlabel } = this;
    return { address, port, family, flowlabel };
  }

  [inspectCustom](depth, options, inspect) {
    if (depth < 0) return '[SocketAddress]';
    return `SocketAddress ${inspect(this.toJSON(), options)}`;
  }
}

function toAddress(value, family, name) {
  if (SocketAddress.isSocketAddress(value)) return value;
  validateString(value, name);
  validateString(family, 'family');
  return new SocketAddress({ address: value, family });
}

// What two addresses can be compared by: of the two kinds only those that mean an IPv4 address.
function pair(a, b) {
  if (a.family === b.family) return [a.number, b.number];
  const [four, six] = a.family === 'ipv4' ? [a, b] : [b, a];
  if (six.number >> 32n !== MAPPED) return null;
  const low = six.number & 0xffffffffn;
  return a.family === 'ipv4' ? [four.number, low] : [low, four.number];
}

function holds(a, b, test) {
  const both = pair(a, b);
  return both !== null && test(...both);
}

class BlockList {
  #rules = []; // the newest first

  #add(text, matches) {
    this.#rules.unshift({ text, matches });
  }

  addAddress(address, family = 'ipv4') {
    const it = toAddress(address, family, 'address');
    const wanted = secretOf(it);
    this.#add(`Address: ${NAMES[it.family]} ${it.address}`,
      (one) => holds(one, wanted, (a, b) => a === b));
  }

  addRange(start, end, family = 'ipv4') {
    const from = toAddress(start, family, 'start');
    const to = toAddress(end, family, 'end');
    const [low, high] = [secretOf(from), secretOf(to)];
    if (holds(low, high, (a, b) => a > b)) {
      throw new codes.ERR_INVALID_ARG_VALUE('start', from, 'must come before end');
    }
    this.#add(`Range: ${NAMES[from.family]} ${from.address}-${to.address}`,
      (one) => holds(one, low, (a, b) => a >= b) && holds(one, high, (a, b) => a <= b));
  }

  addSubnet(network, prefix, family = 'ipv4') {
    const it = toAddress(network, family, 'network');
    const bits = BITS[it.family];
    validateInt32(prefix, 'prefix', 0, bits);
    const wanted = secretOf(it);
    const within = (a, b) => (a ^ b) >> BigInt(bits - prefix) === 0n;
    this.#add(`Subnet: ${NAMES[it.family]} ${it.address}/${prefix}`, it.family === 'ipv4' ?
      (one) => holds(one, wanted, within) :
      (one) => within(one.family === 'ipv4' ? MAPPED << 32n | one.number : one.number,
        wanted.number));
  }

  check(address, family = 'ipv4') {
    let one;
    try {
      one = secretOf(toAddress(address, family, 'address'));
    } catch (error) {
      if (error.code === 'ERR_INVALID_ARG_TYPE') throw error;
      return false; // what is no address is not among them
    }
    return this.#rules.some(({ matches }) => matches(one));
  }

  get rules() {
    return this.#rules.map(({ text }) => text);
  }

  [inspectCustom](depth, options, inspect) {
    if (depth < 0) return '[BlockList]';
    return `BlockList ${inspect({ rules: this.rules }, options)}`;
  }
}

module.exports = { BlockList, SocketAddress };

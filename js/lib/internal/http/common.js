// SPDX-License-Identifier: MIT
// What all of http shares: names of methods and statuses, what a header may contain, the date.
'use strict';
const { codes } = require('internal/errors');
const { options } = require('internal/program');
const { times, ENTERED } = require('internal/state');

const { Date } = globalThis; // as it is now: a test of a program may replace it

const { allMethods: methods, methods: httpMethods } = binding('http'); // all by number

const STATUS_CODES = {
  100: 'Continue',
  101: 'Switching Protocols',
  102: 'Processing',
  103: 'Early Hints',
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  203: 'Non-Authoritative Information',
  204: 'No Content',
  205: 'Reset Content',
  206: 'Partial Content',
  207: 'Multi-Status',
  208: 'Already Reported',
  226: 'IM Used',
  300: 'Multiple Choices',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  305: 'Use Proxy',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  418: 'I\'m a Teapot',
  421: 'Misdirected Request',
  422: 'Unprocessable Entity',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
  506: 'Variant Also Negotiates',
  507: 'Insufficient Storage',
  508: 'Loop Detected',
  509: 'Bandwidth Limit Exceeded',
  510: 'Not Extended',
  511: 'Network Authentication Required',
};

const tokenText = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const badValueText = /[^\t\x20-\x7e\x80-\xff]/;

function isToken(text) {
  return tokenText.test(text);
}

function hasBadChar(text) {
  return badValueText.test(text);
}

// What a header's name means for a message.
const meanings = new Map([
  ['connection', 1], ['transfer-encoding', 2], ['content-length', 3], ['date', 4], ['expect', 5],
  ['trailer', 6], ['keep-alive', 7], ['cookie', 8], ['content-disposition', 9],
]);
const [ORDINARY, CONNECTION, ENCODING, LENGTH, DATE, EXPECT, TRAILER, KEEP_ALIVE, COOKIE,
  DISPOSITION] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const MEANING = {
  ORDINARY, CONNECTION, ENCODING, LENGTH, DATE, EXPECT, TRAILER, KEEP_ALIVE, COOKIE, DISPOSITION,
};

// What is known of a header's name: itself in lower case, whether it is a valid one, its meaning,
// and its last short value that was of printable ASCII only: most often that is the next one, too.
// Programs use few, so they are remembered; and `lower` is a text that has been the name of a
// property: what the engine compiles for such texts it gives up for any other.
const NAMES_MOST = 1000;
const NAME_LONGEST = 100;
const names = new Map();

function factsOf(name) {
  return names.get(name) ?? findFacts(name);
}

function findFacts(name) {
  const lower = name.toLowerCase();
  const facts = {
    lower, isToken: isToken(name), meaning: meanings.get(lower) ?? ORDINARY, plain: '',
  };
  if (names.size === NAMES_MOST || lower.length > NAME_LONGEST) return facts;
  facts.lower = Object.keys({ [lower]: 0 })[0];
  names.set(name, facts);
  return facts;
}

function lowerCase(name) {
  return factsOf(name).lower;
}

function validateHeaderName(name, label) {
  if (typeof name !== 'string' || !factsOf(name).isToken) {
    throw new codes.ERR_INVALID_HTTP_TOKEN(label || 'Header name', name);
  }
}

function validateHeaderValue(name, value) {
  if (value === undefined) throw new codes.ERR_HTTP_INVALID_HEADER_VALUE(value, name);
  if (hasBadChar(value)) throw new codes.ERR_INVALID_CHAR('header content', name);
}

function validateHost(host, name) {
  if (host !== null && host !== undefined && typeof host !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE(`options.${name}`, ['string', 'undefined', 'null'], host);
  }
  return host;
}

// The header with the date of the current second, by the loop's time, so that most calls read no
// clock.
let dateText = '';
let dateUntil = -1;
function dateLine() {
  const now = times[ENTERED];
  if (now >= dateUntil) {
    const date = new Date();
    dateText = `Date: ${date.toUTCString()}\r\n`;
    dateUntil = now + 1000 - date.getMilliseconds();
  }
  return dateText;
}

// The same for http2.
function utcDate() {
  return dateLine().slice('Date: '.length, -2);
}

// The limit on the size of a head: --max-http-header-size, or Node's default.
function maxHeaderSize() {
  return options.maxHttpHeaderSize ?? 16384;
}

// Whether parsers take more than they should, if nobody says for one: --insecure-http-parser.
let warned = false;
function isLenient() {
  const lenient = options.insecureHttpParser === true;
  if (lenient && !warned) {
    warned = true;
    require('internal/process').process.emitWarning('Using insecure HTTP parsing');
  }
  return lenient;
}

function connectionReset(message) {
  const error = new Error(message);
  error.code = 'ECONNRESET';
  return error;
}

exports.METHODS = httpMethods;
exports.methods = methods;
exports.STATUS_CODES = STATUS_CODES;
exports.isToken = isToken;
exports.MEANING = MEANING;
exports.factsOf = factsOf;
exports.lowerCase = lowerCase;
exports.hasBadChar = hasBadChar;
exports.validateHeaderName = validateHeaderName;
exports.validateHeaderValue = validateHeaderValue;
exports.validateHost = validateHost;
exports.dateLine = dateLine;
exports.utcDate = utcDate;
exports.maxHeaderSize = maxHeaderSize;
exports.isLenient = isLenient;
exports.connectionReset = connectionReset;

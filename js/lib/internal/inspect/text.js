// SPDX-License-Identifier: MIT
// Text for util.inspect: quoted strings, numbers, how wide a text is on a screen, and what colours
// are made of.
'use strict';

// The pairs of codes that begin and end a style.
const colors = Object.assign(Object.create(null), {
  reset: [0, 0],
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  blink: [5, 25],
  inverse: [7, 27],
  hidden: [8, 28],
  strikethrough: [9, 29],
  doubleunderline: [21, 24],
  black: [30, 39],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
  white: [37, 39],
  bgBlack: [40, 49],
  bgRed: [41, 49],
  bgGreen: [42, 49],
  bgYellow: [43, 49],
  bgBlue: [44, 49],
  bgMagenta: [45, 49],
  bgCyan: [46, 49],
  bgWhite: [47, 49],
  framed: [51, 54],
  overlined: [53, 55],
  gray: [90, 39],
  redBright: [91, 39],
  greenBright: [92, 39],
  yellowBright: [93, 39],
  blueBright: [94, 39],
  magentaBright: [95, 39],
  cyanBright: [96, 39],
  whiteBright: [97, 39],
  bgGray: [100, 49],
  bgRedBright: [101, 49],
  bgGreenBright: [102, 49],
  bgYellowBright: [103, 49],
  bgBlueBright: [104, 49],
  bgMagentaBright: [105, 49],
  bgCyanBright: [106, 49],
  bgWhiteBright: [107, 49],
});

// Other names of some.
const aliases = {
  gray: ['grey', 'blackBright'],
  bgGray: ['bgGrey', 'bgBlackBright'],
  dim: ['faint'],
  strikethrough: ['crossedout', 'strikeThrough', 'crossedOut'],
  hidden: ['conceal'],
  inverse: ['swapcolors', 'swapColors'],
  doubleunderline: ['doubleUnderline'],
};
for (const [name, others] of Object.entries(aliases)) {
  for (const other of others) {
    Object.defineProperty(colors, other, {
      get() { return this[name]; },
      set(value) { this[name] = value; },
      configurable: true,
      enumerable: false,
    });
  }
}

const styles = Object.assign(Object.create(null), {
  special: 'cyan',
  number: 'yellow',
  bigint: 'yellow',
  boolean: 'yellow',
  undefined: 'grey',
  null: 'bold',
  string: 'green',
  symbol: 'green',
  date: 'magenta',
  regexp: 'red',
  module: 'underline',
});

function plain(text) {
  return text;
}

function colored(text, style) {
  const color = colors[styles[style]];
  return color === undefined ? text : `\u001b[${color[0]}m${text}\u001b[${color[1]}m`;
}

// Control characters, the quote, the backslash, and halves of surrogate pairs.
const mustEscape = new RegExp('[\\x00-\\x1f\\x27\\x5c\\x7f-\\x9f]|' +
  '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]');
const mustEscapeAll = new RegExp(mustEscape, 'g');
const shortEscapes = {
  '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r', '\\': '\\\\',
};

function escapeOne(char) {
  const short = shortEscapes[char];
  if (short !== undefined) return short;
  const code = char.charCodeAt(0);
  return code < 256 ? `\\x${code.toString(16).toUpperCase().padStart(2, '0')}` :
    `\\u${code.toString(16)}`;
}

// In single quotes, unless there are some in it and other quotes can do without escapes.
function quote(text) {
  if (!mustEscape.test(text)) return `'${text}'`;
  let mark = "'";
  if (text.includes("'")) {
    if (!text.includes('"')) mark = '"';
    else if (!text.includes('`') && !text.includes('${')) mark = '`';
  }
  const escaped = text.replace(mustEscapeAll, (char) => {
    if (char === "'") return mark === "'" ? "\\'" : char;
    return escapeOne(char);
  });
  return `${mark}${escaped}${mark}`;
}

// Without quotes, for names of keys.
function escapeControl(text) {
  return mustEscape.test(text) ?
    text.replace(mustEscapeAll, (char) => (char === "'" ? char : escapeOne(char))) : text;
}

function groupDigits(digits) {
  return digits.replace(/\B(?=(\d{3})+$)/g, '_');
}

function number(value, separate) {
  if (!separate) return Object.is(value, -0) ? '-0' : `${value}`;
  const whole = Math.trunc(value);
  const text = String(whole);
  if (whole === value) {
    if (Object.is(value, -0)) return '-0';
    return !Number.isFinite(value) || text.includes('e') ? text : groupDigits(text);
  }
  if (Number.isNaN(value)) return text;
  const rest = String(value).slice(text.length + 1);
  if (String(value).includes('e')) return String(value);
  return `${groupDigits(text)}.${rest.replace(/\d{3}(?=\d)/g, '$&_')}`;
}

function bigint(value, separate) {
  return `${separate ? groupDigits(String(value)) : value}n`;
}

// Sequences that move, colour or name: ESC or CSI, then words up to BEL, or numbers and a letter.
const ansi = new RegExp('[\\u001b\\u009b][[\\]()#;?]*(?:' +
  '(?:(?:(?:;[-a-zA-Z\\d/#&.:=?%@~_]+)*|[a-zA-Z\\d]+(?:;[-a-zA-Z\\d/#&.:=?%@~_]*)*)?\\u0007)|' +
  '(?:(?:\\d{1,4}(?:;\\d{0,4})*)?[\\dA-PR-TZcf-ntqry=><~]))', 'g');
const colorCodes = /\u001b\[\d\d?m/g; // eslint-disable-line no-control-regex

function stripControl(text) {
  return text.replace(ansi, '');
}

function stripColors(text) {
  return text.includes('\u001b') ? text.replace(colorCodes, '') : text;
}

function isWide(code) {
  return code >= 0x1100 && (
    code <= 0x115f || code === 0x2329 || code === 0x232a ||
    (code >= 0x2e80 && code <= 0x3247 && code !== 0x303f) ||
    (code >= 0x3250 && code <= 0x4dbf) || (code >= 0x4e00 && code <= 0xa4c6) ||
    (code >= 0xa960 && code <= 0xa97c) || (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) || (code >= 0xfe10 && code <= 0xfe19) ||
    (code >= 0xfe30 && code <= 0xfe6b) || (code >= 0xff01 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) || (code >= 0x1b000 && code <= 0x1b001) ||
    (code >= 0x1f200 && code <= 0x1f251) || (code >= 0x1f300 && code <= 0x1f64f) ||
    (code >= 0x1f900 && code <= 0x1f9ff) || (code >= 0x20000 && code <= 0x3fffd));
}

function hasNoWidth(code) {
  return code <= 0x1f || (code >= 0x7f && code <= 0x9f) || (code >= 0x300 && code <= 0x36f) ||
    (code >= 0x200b && code <= 0x200f) || (code >= 0x20d0 && code <= 0x20ff) ||
    (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xfe20 && code <= 0xfe2f) ||
    (code >= 0xe0100 && code <= 0xe01ef);
}

// How many columns a text takes.
function width(text, removeControl = true) {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  if (removeControl) text = stripControl(text);
  let columns = 0;
  for (const char of text.normalize('NFC')) {
    const code = char.codePointAt(0);
    if (isWide(code)) columns += 2;
    else if (!hasNoWidth(code)) columns++;
  }
  return columns;
}

module.exports = {
  colors,
  styles,
  plain,
  colored,
  quote,
  escapeControl,
  number,
  bigint,
  stripControl,
  stripColors,
  width,
};

// SPDX-License-Identifier: MIT
// TextEncoder and TextDecoder. UTF-8 and UTF-16 are implemented here; other encodings are those of
// ICU, by their names on the web.
'use strict';
const { codes } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { native } = require('internal/buffer/encodings');
const { isAnyArrayBuffer } = require('internal/buffer/make');
const { wholeOf } = require('internal/buffer/steady');

const customInspect = Symbol.for('nodejs.util.inspect.custom');

// The encodings of https://encoding.spec.whatwg.org and their labels; its own name is one of them.
const labels = {
  'utf-8': 'unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8',
  'ibm866': '866 cp866 csibm866',
  'iso-8859-2': 'csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2',
  'iso-8859-3': 'csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3',
  'iso-8859-4': 'csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4',
  'iso-8859-5': 'csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 ' +
    'iso_8859-5:1988',
  'iso-8859-6': 'arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 ' +
    'iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987',
  'iso-8859-7': 'csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 ' +
    'iso_8859-7 iso_8859-7:1987 sun_eu_greek',
  'iso-8859-8': 'csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 ' +
    'iso88598 iso_8859-8 iso_8859-8:1988 visual',
  'iso-8859-8-i': 'csiso88598i logical',
  'iso-8859-10': 'csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6',
  'iso-8859-13': 'iso8859-13 iso885913',
  'iso-8859-14': 'iso8859-14 iso885914',
  'iso-8859-15': 'csisolatin9 iso8859-15 iso885915 iso_8859-15 l9',
  'koi8-r': 'cskoi8r koi koi8 koi8_r',
  'koi8-u': 'koi8-ru',
  'macintosh': 'csmacintosh mac x-mac-roman',
  'windows-874': 'dos-874 iso-8859-11 iso8859-11 iso885911 tis-620',
  'windows-1250': 'cp1250 x-cp1250',
  'windows-1251': 'cp1251 x-cp1251',
  'windows-1252': 'ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 ' +
    'iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252',
  'windows-1253': 'cp1253 x-cp1253',
  'windows-1254': 'cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 ' +
    'iso_8859-9:1989 l5 latin5 x-cp1254',
  'windows-1255': 'cp1255 x-cp1255',
  'windows-1256': 'cp1256 x-cp1256',
  'windows-1257': 'cp1257 x-cp1257',
  'windows-1258': 'cp1258 x-cp1258',
  'x-mac-cyrillic': 'x-mac-ukrainian',
  'gbk': 'chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk',
  'gb18030': '',
  'big5': 'big5-hkscs cn-big5 csbig5 x-x-big5',
  'euc-jp': 'cseucpkdfmtjapanese x-euc-jp',
  'iso-2022-jp': 'csiso2022jp',
  'shift_jis': 'csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis',
  'euc-kr': 'cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ' +
    'ksc_5601 windows-949',
  'utf-16be': 'unicodefffe',
  'utf-16le': 'csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16',
};

let byLabel;

function encodingOf(label) {
  if (byLabel === undefined) {
    byLabel = new Map();
    for (const [name, others] of Object.entries(labels)) {
      byLabel.set(name, name);
      if (others !== '') for (const other of others.split(' ')) byLabel.set(other, name);
    }
  }
  return byLabel.get(label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase());
}

class TextEncoder {
  #mark = true;

  get encoding() {
    checkThis(#mark in this, 'TextEncoder');
    return 'utf-8';
  }

  encode(input = '') {
    checkThis(#mark in this, 'TextEncoder');
    input = `${input}`;
    const bytes = new Uint8Array(native.byteLengthUtf8(input));
    native.utf8Write.call(bytes, input);
    return bytes;
  }

  encodeInto(source, destination) {
    checkThis(#mark in this, 'TextEncoder');
    require('internal/validators').validateString(source, 'src');
    if (!(destination instanceof Uint8Array)) {
      throw new codes.ERR_INVALID_ARG_TYPE('dest', 'Uint8Array', destination);
    }
    const written = native.utf8Write.call(destination, source);
    return { read: unitsRead(destination, written), written };
  }

  [customInspect](depth, options) {
    if (typeof depth === 'number' && depth < 0) return this;
    return require('internal/inspect').inspect({ encoding: this.encoding }, options);
  }
}

// How many units of the text are in the bytes: those of four bytes were two units.
function unitsRead(bytes, written) {
  let units = 0;
  for (let i = 0; i < written; i++) {
    const byte = bytes[i];
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

function checkThis(ok, name) {
  if (!ok) throw new codes.ERR_INVALID_THIS(name);
}

function toBytes(input, fast) {
  if (input === undefined) return new Uint8Array(0);
  if (ArrayBuffer.isView(input)) {
    return input.buffer.detached === true ? new Uint8Array(0) :
      new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  }
  if (isAnyArrayBuffer(input)) return wholeOf(input);
  if (fast) {
    throw Object.assign(new TypeError('The "list" argument must be an instance of ' +
      'SharedArrayBuffer, ArrayBuffer or ArrayBufferView.'), { code: 'ERR_INVALID_ARG_TYPE' });
  }
  throw new codes.ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'ArrayBufferView'], input);
}

// How many bytes at the end may be the beginning of a character that is not all there.
function unfinished(bytes) {
  const { length } = bytes;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back];
    if ((byte & 0xc0) === 0x80) continue;
    const size = byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 :
      byte >= 0xc2 && byte < 0xe0 ? 2 : 1;
    return size > back && canBegin(byte, bytes[length - back + 1]) ? back : 0;
  }
  return 0;
}

function canBegin(first, second) {
  if (second === undefined) return true;
  if (first === 0xe0) return second >= 0xa0;
  if (first === 0xed) return second <= 0x9f;
  if (first === 0xf0) return second >= 0x90;
  return first !== 0xf4 || second <= 0x8f;
}

// The decoder of UTF-8: the text of complete characters; undefined for invalid bytes if `fatal`.
function makeUtf8(fatal) {
  let kept;
  return (bytes, flush) => {
    if (kept !== undefined) {
      const all = new Uint8Array(kept.length + bytes.length);
      all.set(kept);
      all.set(bytes, kept.length);
      bytes = all;
      kept = undefined;
    }
    if (!flush) {
      const rest = unfinished(bytes);
      if (rest > 0) {
        kept = bytes.slice(bytes.length - rest);
        bytes = bytes.subarray(0, bytes.length - rest);
      }
    }
    if (fatal && !native.isUtf8(bytes)) {
      kept = undefined;
      return undefined;
    }
    return native.utf8Slice.call(bytes, 0, bytes.length);
  };
}

// What older tables of GB 18030 have in the private area, and where it is now.
const moved = new Map();
for (const [from, to] of [['\ue5e5', '\u3000'],
  ['\ue78d\ue78e\ue78f\ue790\ue791\ue792\ue793\ue794\ue795\ue796',
    '\ufe10\ufe12\ufe11\ufe13\ufe14\ufe15\ufe16\ufe17\ufe18\ufe19'],
  ['\ue81e\ue826\ue82b\ue82c\ue832\ue843\ue854\ue864',
    '\u9fb4\u9fb5\u9fb6\u9fb7\u9fb8\u9fb9\u9fba\u9fbb']]) {
  for (let i = 0; i < from.length; i++) moved.set(from[i], to[i]);
}

function makeDecoder(encoding, fatal) {
  if (encoding === 'utf-8') return makeUtf8(fatal);
  const icu = binding('icu');
  const names = { 'iso-8859-8-i': 'iso-8859-8', 'x-mac-cyrillic': 'x-mac-cyrillic' };
  const converter = icu.open(names[encoding] ?? encoding, fatal);
  if (converter === undefined) return undefined;
  if (encoding !== 'gb18030') return (bytes, flush) => icu.decode(converter, bytes, flush);
  return (bytes, flush) => icu.decode(converter, bytes, flush)
    ?.replace(/[\ue5e5\ue78d-\ue796\ue81e-\ue864]/g, (unit) => moved.get(unit) ?? unit);
}

class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBOM;
  #decode;
  #started = false;
  #fast = false; // UTF-8 that has never come in pieces: other errors

  constructor(encoding = 'utf-8', options = undefined) {
    encoding = `${encoding}`;
    if (options !== undefined && options !== null) {
      validateObject(options, 'options', { allowArray: true, allowFunction: true });
    }
    const name = encodingOf(encoding);
    if (name === undefined) throw new codes.ERR_ENCODING_NOT_SUPPORTED(encoding);
    this.#encoding = name;
    this.#fatal = Boolean(options?.fatal);
    this.#ignoreBOM = Boolean(options?.ignoreBOM);
    this.#fast = name === 'utf-8';
    this.#decode = makeDecoder(name, this.#fatal);
    if (this.#decode === undefined) throw new codes.ERR_ENCODING_NOT_SUPPORTED(encoding);
  }

  get encoding() {
    checkThis(#encoding in this, 'TextDecoder');
    return this.#encoding;
  }

  get fatal() {
    checkThis(#encoding in this, 'TextDecoder');
    return this.#fatal;
  }

  get ignoreBOM() {
    checkThis(#encoding in this, 'TextDecoder');
    return this.#ignoreBOM;
  }

  decode(input = undefined, options = undefined) {
    checkThis(#encoding in this, 'TextDecoder');
    this.#fast &&= !options?.stream;
    const bytes = toBytes(input, this.#fast);
    if (options !== undefined && options !== null) {
      validateObject(options, 'options', { allowArray: true, allowFunction: true });
    }
    const flush = !options?.stream;
    let text = this.#decode(bytes, flush);
    if (text === null) throw require('internal/buffer/encodings').noString(bytes.length);
    if (text === undefined) {
      this.#started = false;
      throw new codes.ERR_ENCODING_INVALID_ENCODED_DATA(this.#encoding);
    }
    if (!this.#started && text.length > 0) {
      this.#started = true;
      if (!this.#ignoreBOM && this.#encoding.startsWith('utf-') && text.charCodeAt(0) === 0xfeff) {
        text = text.slice(1);
      }
    }
    if (flush) this.#started = false;
    return text;
  }

  [customInspect](depth, options) {
    checkThis(#encoding in this, 'TextDecoder');
    if (typeof depth === 'number' && depth < 0) return this;
    const { encoding, fatal, ignoreBOM } = this;
    const shown = { encoding, fatal, ignoreBOM };
    return `TextDecoder ${require('internal/inspect').inspect(shown, options)}`;
  }
}

for (const [Class, names] of [[TextEncoder, ['encoding', 'encode', 'encodeInto']],
  [TextDecoder, ['encoding', 'fatal', 'ignoreBOM', 'decode']]]) {
  for (const name of names) Object.defineProperty(Class.prototype, name, { enumerable: true });
  Object.defineProperty(Class.prototype, Symbol.toStringTag, {
    value: Class.name, configurable: true,
  });
}

module.exports = { TextDecoder, TextEncoder, encodingOf };

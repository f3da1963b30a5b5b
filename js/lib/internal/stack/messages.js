// SPDX-License-Identifier: MIT
// Translates the engine's error messages into V8's, which programs and people look for. If the
// engine's message does not say enough, the text at the place of the error is read by
// stack/source.js.
'use strict';
const source = require('internal/stack/source');
const { printed } = source;

// --- reading and writing what is undefined or null

// The last step of an expression: what was read from the value that has no properties.
function lastKey(expression) {
  const member = /(?:\?\.|\.)\s*(#?[\w$]+)\s*(?:\(.*)?$/s.exec(expression);
  if (member !== null) return member[1];
  const index = /\[\s*(['"]?)([^[\]]*?)\1\s*\]\s*(?:\(.*)?$/s.exec(expression);
  return index === null ? undefined : index[2];
}

function noObject(all, value, expression, site) {
  if (/\bdelete\s+[\w$.]*$/.test(site.before(80))) {
    return 'Cannot convert undefined or null to object';
  }
  const loop = /^[^.()]*\bof\s+(.+)$/s.exec(expression);
  if (loop !== null) return `${printed(loop[1])} is not iterable`;
  const { callee, object } = site.native();
  if (object === 'Object' || callee !== undefined && /^Object\.[\w$]+\(/.test(expression)) {
    return 'Cannot convert undefined or null to object';
  }
  if (callee !== undefined) return all;
  const pattern = site.destructured(expression);
  if (pattern !== undefined) return notIterable(pattern, value);
  if (site.isIterated(expression)) return `${printed(expression)} is not iterable`;
  const assignment = /^(.*?[\w$\])])\s*=(?!=)/s.exec(expression);
  const key = lastKey(assignment === null ? expression : assignment[1]);
  if (key === undefined) return all;
  if (key === 'Symbol.iterator') {
    return `${value} is not iterable (cannot read property Symbol(Symbol.iterator))`;
  }
  return assignment === null ? `Cannot read properties of ${value} (reading '${key}')` :
    `Cannot set properties of ${value} (setting '${key}')`;
}

const notIterable = (text, value) => `${text === '' ? value : printed(text)} is not iterable`;

// Some engines say what was not iterable by its type only.
function notIterableHere(all, value, site) {
  if (site.native().callee !== undefined) return cannotIterate(site.argument(0));
  const text = site.iterated() ?? site.destructured(site.after(1));
  return text === undefined ? all : notIterable(text, value);
}

// Some engines name it.
function notDestructured(all, told, site) {
  const { pattern, value } = site.destructuring(told);
  if (pattern === undefined) {
    return told === undefined ? 'Cannot destructure value as it is undefined.' :
      `Cannot destructure property '${told}' of 'undefined' as it is undefined.`;
  }
  const key = /^\{\s*(?:\[.*?\]|'([^']*)'|"([^"]*)"|([\w$]+))\s*[:,=}]/s.exec(pattern);
  const name = key?.[1] ?? key?.[2] ?? key?.[3];
  const inner = /^\{\s*([\w$]+)\s*:\s*\{\s*([\w$]+)/.exec(pattern);
  if (inner !== null && /^\{/.test(value ?? '')) {
    return `Cannot read properties of undefined (reading '${inner[2]}')`;
  }
  const shown = value === undefined || value === '' ? 'undefined' : printed(value);
  const is = shown === 'null' ? 'null' : 'undefined';
  return name === undefined ? `Cannot destructure '${shown}' as it is ${is}.` :
    `Cannot destructure property '${name}' of '${shown}' as it is ${is}.`;
}

// --- calls

function notFunctionNear(all, value, text, site) {
  const loop = /(?:^|\W)of\s+(.+)$/s.exec(text);
  if (loop !== null) {
    return `${printed(loop[1])} is not ${site.isForAwait() ? 'async ' : ''}iterable`;
  }
  const delegate = /^yield\s*\*\s*(.+)$/s.exec(text);
  if (delegate !== null) return cannotIterate(delegate[1]);
  const tag = /^([^`]+)`/.exec(text);
  if (tag !== null) return `${printed(tag[1])} is not a function`;
  if (/^[[{]/.test(text)) return notIterable(site.destructured(text) ?? '', value);
  return `${value} is not a function`;
}

const cannotIterate = (text) => (
  `${typed(text)} is not iterable (cannot read property Symbol(Symbol.iterator))`);

// A value with its type before it, as far as its text shows it.
function typed(text) {
  const value = source.literal(text);
  if (value === 'undefined') return 'undefined';
  if (value === 'null') return 'object null';
  if (value === 'true' || value === 'false') return `boolean ${value}`;
  if (/^-?[\d.]/.test(value)) return `number ${value}`;
  return value;
}

function notConstructor(all, value, expression) {
  const callee = /^new\s+(.+?)(?:\((?:[^()]|\([^()]*\))*\))?$/s.exec(expression);
  if (callee === null) return all;
  return `${printed(callee[1])} is not a constructor`;
}

const callbackOf = (site, index = 0) => source.literal(site.argument(index));
const callback = (all, site) => `${callbackOf(site)} is not a function`;

function classCall(all, name, site) {
  const shown = name ?? site.calledClass();
  return shown === undefined || shown === '' ?
    "Class constructors cannot be invoked without 'new'" :
    `Class constructor ${shown} cannot be invoked without 'new'`;
}

// --- properties

function readonly(all, site) {
  const callee = site.native().callee || undefined; // without a name: what stands for no setter
  if (callee === 'push' || callee === 'unshift') {
    return 'Cannot add property, object is not extensible';
  }
  if (callee === 'setPrototypeOf') return '#<Object> is not extensible';
  if (callee !== undefined) {
    return "Cannot assign to read only property '0' of object '[object Array]'";
  }
  const { key, object } = site.member();
  if (key === undefined) {
    return /\bundefined\s*=\s*$/.test(site.before(14)) ||
      /\bundefined$/.test(site.before(14)) && /^\s*=(?!=)/.test(site.after(9)) ?
      "Cannot assign to read only property 'undefined' of object '#<Object>'" :
      'Assignment to constant variable.';
  }
  const text = /^(['"])(.*)\1$/s.exec(object);
  if (text !== null) {
    return /^\d+$|^length$/.test(key) ?
      `Cannot assign to read only property '${key}' of string '${text[2]}'` :
      `Cannot create property '${key}' on string '${text[2]}'`;
  }
  const number = /^\(?(\d+)\)?$/.exec(object);
  if (number !== null) return `Cannot create property '${key}' on number '${number[1]}'`;
  const words = object === 'this' ? site.onlyGetter(key) :
    require('internal/stack/holder').notSet(object, key);
  if (words !== undefined) return words;
  return `Cannot assign to read only property '${key}' of object '${site.brand(key)}'`;
}

function notExtensible(all, site) {
  const { callee } = site.native();
  const key = callee === undefined ? site.member().key : source.literal(site.argument(1));
  const verb = callee === undefined ? 'add' : 'define';
  return `Cannot ${verb} property${key === undefined ? '' : ` ${key}`}, object is not extensible`;
}

function notDeleted(all, site) {
  const { callee } = site.native();
  if (callee !== undefined) return "Cannot delete property '0' of [object Array]";
  const key = /(?:\.\s*([\w$]+)|\[\s*(['"]?)([^[\]]*)\2\s*\])$/.exec(site.before(80));
  return key === null ? 'Cannot delete property' :
    `Cannot delete property '${key[1] ?? key[3]}' of ${site.brand(key[1] ?? key[3])}`;
}

function privateName(all, expression) {
  const name = /#[\w$]+/.exec(expression)?.[0] ?? '';
  return /#[\w$]+\s*(?:[-+*/%&|^?]|\*\*|<<|>>>?|\|\||&&|\?\?)?=(?!=)/.test(expression) ?
    `Cannot write private member ${name} to an object whose class did not declare it` :
    `Cannot read private member ${name} from an object whose class did not declare it`;
}

function noIn(all, right, expression) {
  const left = /^(.*)\bin\b/s.exec(expression)?.[1].trim() ?? '';
  return `Cannot use 'in' operator to search for '${source.literal(left)}' in ` +
    `${source.literal(right)}`;
}

const tdz = (all, site) => `Cannot access ${site.uninitialised()} before initialization`;

const article = (name) => `Method ${name} called on incompatible receiver #<Object>`;
const argument = (before, after = '', index = 0) => (...args) => (
  `${before}${source.literal(args.at(-1).argument(index))}${after}`);
const nullish = 'Cannot convert undefined or null to object';

// Pattern, words. A function gets what the pattern found and, last, the place (stack/source.js).
const rules = [
  [/^Can't find variable: (require|module|exports|__filename|__dirname)$/, (all, name, site) => (
    `${name} is not defined${!site.isModule ? '' :
      ` in ES module scope${name === 'require' ? ', you can use import instead' : ''}`}`)],
  [/^Can't find variable: (.+)$/, '$1 is not defined'],
  [/^(null|undefined) is not an object \(evaluating '(.*)'\)$/s, noObject],
  [/^(.+) is not a function\. \(In '.*', '.*' is .*\)$/s,
    (all, callee) => `${printed(callee)} is not a function`],
  [/^(.+) is not a function \(near '\.\.\.(.*)\.\.\.'\)$/s, notFunctionNear],
  [/^(.+) is not a constructor \(evaluating '(.*)'\)$/s, notConstructor],
  [/^Cannot access uninitialized variable\.$/, tdz],
  [/^Cannot access '(.+)' before initialization\.$/, "Cannot access '$1' before initialization"],
  [/^Maximum call stack size exceeded\.$/, 'Maximum call stack size exceeded'],
  [/^Attempted to assign to readonly property\.$/, readonly],
  [/^Attempting to define property on object that is not extensible\.$/, notExtensible],
  [/^Unable to delete property\.$/, notDeleted],
  [/^Right side of assignment cannot be destructured(\0)?$/, notDestructured],
  [/^Cannot destructure (?:property '(.*)' from )?null or undefined value$/s, notDestructured],
  [/^(.+) is not iterable$/s, notIterableHere],
  [/^iterable should have an iterator symbol$/, (all, site) => (
    `${printed(site.iterated() ?? 'value')} is not async iterable`)],
  [/^(.+) is not a function \(evaluating '.*'\)$/s, '$1 is not a function'],
  [/^Cannot call a class constructor (?:(.+) )?without \|new\|$/, classCall],
  [/^calling (.+) constructor without new is invalid$/, (all, name) => (
    name.startsWith('WebAssembly.') ? `${name}(): ${name} must be invoked with 'new'` :
      `Constructor ${name} requires 'new'`)],
  [/^Cannot call a constructor (?:Promise )?without \|new\|$/,
    "Promise constructor cannot be invoked without 'new'"],
  [/^Spread syntax requires \.\.\.iterable(?:\[Symbol\.iterator\] to be a function| not be .*)$/,
    (all, site) => {
      const { text, isCall } = site.spread();
      return `${text === undefined ? 'Spread' : printed(text)} is not iterable` +
        `${isCall && all.endsWith('undefined') ? ' (cannot read property undefined)' : ''}`;
    }],
  [/^Type error$/, (all, site) => typeError(all, site)],
  [/^undefined is not a function$/, (all, site) => (
    site.native().callee === undefined ? all : cannotIterate(site.argument(0)))],
  [/^Array\.from requires an array-like object .*$/,
    (all, site) => cannotIterate(site.argument(0))],
  [/^(?:[\w.]+) callback must be a function$/, callback],
  [/^Array\.prototype\.(?:toS|s)ort(?:ed)? requires the comparator .*$/,
    'The comparison function must be either a function or undefined'],
  [/^Promise constructor takes a function argument$/,
    argument('Promise resolver ', ' is not a function')],
  [/^'super\(\)' must be called in derived constructor before accessing.*$/,
    "Must call super constructor in derived class before accessing 'this' or returning from " +
    'derived constructor'],
  [/^'super\(\)' can't be called more than once in a constructor\.$/,
    'Super constructor may only be called once'],
  [/^Cannot return a non-object type in the constructor of a derived class(?: .+)?\.$/s,
    'Derived constructors may only return object or undefined'],
  [/^The superclass is not a constructor\.$/, (all, site) => (
    `Class extends value ${source.literal(site.superclass())} is not a constructor or null`)],
  [/^The value of the superclass's prototype property is not an object or null\.$/,
    'Class extends value does not have valid prototype property'],
  [/^(.+) is not an Object\.(?: \(evaluating '(.*)'\))?$/s, (all, right, expression, site) => (
    expression === undefined ?
      `Cannot use 'in' operator to search for '${site.privateIn()}' in ${right}` :
      noIn(all, right, expression))],
  [/^.* is not a function\. \(evaluating '.* instanceof .*'\)$/s,
    "Right-hand side of 'instanceof' is not callable"],
  [/^Right hand side of instanceof is not an object$/,
    "Right-hand side of 'instanceof' is not an object"],
  [/^instanceof called on an object with an invalid prototype property\.$/,
    "Function has non-object prototype 'undefined' in instanceof check"],
  [/^Cannot access invalid private field \(evaluating '(.*)'\)$/s, privateName],
  [/^Cannot access private method or acc?essor \(evaluating '(.*)'\)$/s, (all, text, site) => (
    `Receiver must be ${site.enclosingClass()}`)],
  [/^Trying to access an undefined private (getter|setter)$/, (all, kind, site) => {
    const name = site.privateMember();
    return kind === 'setter' && site.isMethod(name) ? `Private method '${name}' is not writable` :
      `'${name}' was defined without a ${kind}`;
  }],

  // Numbers, strings, bytes.
  [/^Array length must be a positive integer of safe magnitude\.$/, 'Invalid array length'],
  [/^Array length is not writable$/,
    "Cannot assign to read only property 'length' of object '[object Array]'"],
  [/^length cannot be negative$/, (all, site) => (site.native().callee === 'ArrayBuffer' ?
    'Invalid array buffer length' :
    `Invalid typed array length: ${source.literal(site.argument(0))}`)],
  [/^ArrayBuffer length minus the byteOffset is not a multiple of the element size$/,
    (all, site) => {
      const name = site.native().callee ?? 'TypedArray';
      const size = /(\d+)Array$/.exec(name)?.[1] / 8;
      return site.argument(1) === '' ? `byte length of ${name} should be a multiple of ${size}` :
        `start offset of ${name} should be a multiple of ${size}`;
    }],
  [/^byteOffset modulo TypedArray\.BYTES_PER_ELEMENT must be 0$/, (all, site) => {
    const name = site.native().callee ?? 'TypedArray';
    return `start offset of ${name} should be a multiple of ${/(\d+)Array$/.exec(name)?.[1] / 8}`;
  }],
  [/^Length out of range of buffer$/, (all, site) => (site.argument(2) === '' ?
    `Start offset ${source.literal(site.argument(1))} is outside the bounds of the buffer` :
    `Invalid typed array length: ${source.literal(site.argument(2))}`)],
  [/^byteOffset exceeds source ArrayBuffer byteLength$/,
    argument('Start offset ', ' is outside the bounds of the buffer', 1)],
  [/^Out of bounds access$/, 'Offset is outside the bounds of the DataView'],
  [/^Expected ArrayBuffer for the first argument\.$/,
    'First argument to DataView constructor must be an ArrayBuffer'],
  [/^String\.prototype\.repeat argument must be .*$/, argument('Invalid count value: ')],
  [/^Out of memory$/, (all, site) => (
    site.error instanceof RangeError ? 'Invalid string length' : all)],
  [/^argument does not match any normalization form$/,
    'The normalization form should be one of NFC, NFD, NFKC, NFKD.'],
  [/^Arguments contain a value that is out of range of code points$/,
    argument('Invalid code point ')],
  [/^(to(?:Fixed|Precision|Exponential))\(\) argument must be (.*)$/,
    (all, name, range) => (
      `${name}() ${name === 'toFixed' ? 'digits ' : ''}argument must be ${range}`)],
  [/^Invalid Date$|^date value is not finite in DateTimeFormat format\(\)$/, 'Invalid time value'],
  [/^JSON\.stringify cannot serialize BigInt\.$/, 'Do not know how to serialize a BigInt'],
  [/^Invalid mix of BigInt and other type in .*$/,
    'Cannot mix BigInt and other types, use explicit conversions'],
  [/^Conversion from 'BigInt' to 'number' is not allowed\.$/,
    'Cannot convert a BigInt value to a number'],
  [/^Not an integer$/, argument('The number ',
    ' cannot be converted to a BigInt because it is not an integer')],
  [/^(?:Failed to parse String to BigInt|Invalid argument type in ToBigInt operation)$/,
    (all, site) => `Cannot convert ${source.asText(site.argument(0))} to a BigInt`],
  [/^0 is an invalid divisor value\.$/, 'Division by zero'],
  [/^Negative exponent is not allowed$/, 'Exponent must be non-negative'],
  [/^BigInt does not support >>> operator$/,
    'BigInts have no unsigned right shift, use >> instead'],
  [/^Out of memory: BigInt generated from this operation is too big$/,
    'Maximum BigInt size exceeded'],
  [/^Cannot convert a symbol to a (string|number)$/, 'Cannot convert a Symbol value to a $1'],
  [/^Symbol\.keyFor requires that the first argument be a symbol$/,
    argument('', ' is not a symbol')],
  [/^(?:No default value|Symbol\.toPrimitive returned an object)$/,
    'Cannot convert object to primitive value'],
  [/^URI error$|^String contained an illegal UTF-16 sequence\.$/, 'URI malformed'],
  [/^(?:reduce|reduceRight) of empty array with no initial value$/,
    'Reduce of empty array with no initial value'],
  [/^Array index out of range$/, argument('Invalid index : ')],
  [/^Argument needs to be a typed array\.$/, '[object Array] is not an integer typed array.'],
  [/^Typed array for wait\/waitAsync\/notify must wrap a SharedArrayBuffer\.$/,
    '[object Int32Array] is not a shared typed array.'],

  // Objects.
  [/^Attempting to (?:change|redefine) .* propert.*$/, (all, site) => (
    site.native().callee === undefined ?
      "Classes may not have a static property named 'prototype'" :
      `Cannot redefine property: ${source.literal(site.argument(1))}`)],
  [/^Invalid property\. {2}'(?:value|writable)' present on property with getter or setter\.$/,
    'Invalid property descriptor. Cannot both specify accessors and a value or writable ' +
    'attribute, #<Object>'],
  [/^Properties can only be defined on Objects\.$/, 'Object.defineProperty called on non-object'],
  [/^Property description must be an object\.$/,
    argument('Property description must be an object: ', '', 2)],
  [/^(Getter|Setter) must be a function\.$/, (all, kind, site) => (
    `${kind} must be a function: ${site.memberOfArgument(2, kind === 'Getter' ? 'get' : 'set')}`)],
  [/^Object prototype may only be an Object or null\.$/,
    argument('Object prototype may only be an Object or null: ')],
  [/^Prototype value can only be an object or null$/,
    argument('Object prototype may only be an Object or null: ', '', 1)],
  [/^cyclic __proto__ value$/, 'Cyclic __proto__ value'],
  [/^Cannot set prototype of undefined or null$/,
    'Object.setPrototypeOf called on null or undefined'],
  [/^Object\.\w+ requires that input parameter not be null or undefined$/, nullish],
  [/^(.+) requires that \|this\| not be null or undefined$/, '$1 called on null or undefined'],
  [/^(Map|Set|WeakMap|WeakSet) operation called on non-\w+ object$/, (all, name, site) => (
    article(`${name}.prototype.${site.native().callee}`))],
  [/^Builtin RegExp exec can only be called on a RegExp object$/,
    article('RegExp.prototype.exec')],
  [/^\|this\| is not a Promise$/, article('Promise.prototype.then')],
  [/^\|this\| should be a generator$/, article('[Generator].prototype.next')],
  [/^\|this\| is not an object$/, 'PromiseResolve called on non-object'],
  [/^Receiver should be a typed array view$/, 'this is not a typed array.'],
  [/^thisNumberValue called on incompatible .*$/, (all, site) => (
    `Number.prototype.${site.native().callee} requires that 'this' be a Number`)],
  [/^(Symbol\.prototype\.\w+) requires that \|this\| be a symbol.*$/,
    "$1 requires that 'this' be a Symbol"],
  [/^\|this\| is not a function inside Function\.prototype\.bind$/,
    'Bind must be called on a function'],
  [/^second argument to Function\.prototype\.apply must be an Array-like object.*$/s,
    'CreateListFromArrayLike called on non-object'],
  [/^WeakMap keys must be .*$/, 'Invalid value used as weak map key'],
  [/^WeakSet values must be .*$/, 'Invalid value used in weak set'],
  [/^First argument to WeakRef should be .*$/, 'WeakRef: invalid target'],
  [/^First argument to FinalizationRegistry should be a function$/,
    'FinalizationRegistry: cleanup must be callable'],
  [/^Generator is executing$/, 'Generator is already running'],
  [/^Argument to (String\.prototype\.\w+) cannot be a RegExp$/,
    'First argument to $1 must not be a regular expression'],
  [/^(String\.prototype\.\w+) argument must not be a non-global regular expression$/,
    '$1 called with a non-global RegExp argument'],

  // Proxy and Reflect.
  [/^Proxy object's 'target' has the non-configurable property '(.+)' that was .* 'ownKeys' trap$/,
    "'ownKeys' on proxy: trap result did not include '$1'"],
  [/^Proxy(?: object)?'s '(set|defineProperty)' trap returned falsy value for property '(.+)'$/,
    "'$1' on proxy: trap returned falsish for property '$2'"],
  [/^Proxy handler's 'get' result of a non-configurable and non-writable .*$/, (all, site) => (
    `'get' on proxy: property '${site.member().key ?? ''}' is a read-only and non-configurable ` +
    'data property on the proxy target but the proxy did not return its actual value')],
  [/^Proxy 'has' must return 'true' for non-configurable properties$/,
    "'has' on proxy: trap returned falsish for property which exists in the proxy target as " +
    'non-configurable'],
  [/^'(\w+)' property of a Proxy's handler should be callable$/,
    "value returned for property '$1' of object '#<Object>' is not a function"],
  [/^Proxy has already been revoked\..*$/, "Cannot perform 'get' on a proxy that has been revoked"],
  [/^A Proxy's '(?:target|handler)' should be an Object$/,
    'Cannot create proxy with a non-object as target or handler'],
  [/^Proxy handler's 'getPrototypeOf' trap should either return an object or null$/,
    "'getPrototypeOf' on proxy: trap returned neither object nor null"],
  [/^Result from Proxy handler's 'construct' method should be an object$/,
    "'construct' on proxy: trap returned non-object"],
  [/^result of 'getOwnPropertyDescriptor' call should either be an Object or undefined$/,
    "'getOwnPropertyDescriptor' on proxy: trap returned neither object nor undefined for property"],
  [/^(Reflect\.\w+) requires the first argument be an object$/, '$1 called on non-object'],
  [/^Reflect\.apply requires the first argument be a function$/, (all, site) => (
    `Function.prototype.apply was called on ${source.literal(site.argument(0))}, which is ` +
    'not a function')],
  [/^Reflect\.construct requires the first argument be a constructor$/,
    argument('', ' is not a constructor')],

  // Intl and WebAssembly.
  [/^invalid language tag: .*$/, 'Incorrect locale information provided'],
  [/^currency must be a string$/, 'Currency code is required with currency style.'],
  [/^invalid time zone: (.*)$/, 'Invalid time zone specified: $1'],
  [/^(\w+) is out of range$/, '$1 value is out of range.'],
  [/^first argument to WebAssembly\.Instance must be a WebAssembly\.Module.*$/s,
    'WebAssembly.Instance(): Argument 0 must be a WebAssembly.Module'],
  [/^first argument must be an ArrayBufferView or .*?(?:'(?:new )?(WebAssembly\.\w+).*)?$/s,
    (all, name) => `${name ?? 'WebAssembly.compile'}(): Argument 0 must be a buffer source`],
  [/^(WebAssembly\.\w+) doesn't parse at byte (\d+): (.*?)(?: \(evaluating '.*'\))?$/s,
    '$1(): $3 @+$2'],
];

function typeError(all, site) {
  const { callee, object } = site.native();
  if (callee === 'Map' || callee === 'Set' || callee === 'WeakMap' || callee === 'WeakSet') {
    const text = site.argument(0);
    const entry = /^\[\s*([\w'".]+)/.exec(text);
    return entry === null ? cannotIterate(text) :
      `Iterator value ${source.literal(entry[1])} is not an entry object`;
  }
  if (object === 'Promise') return cannotIterate(site.argument(0));
  if (object?.startsWith('Date')) return 'this is not a Date object.';
  if (object?.startsWith('String')) return `String.prototype.${callee} called on null or undefined`;
  return all;
}

function aboutJson(error, message) {
  const { given } = require('internal/stack');
  const { parseMessage, circleMessage } = require('internal/stack/json');
  if (!given.has(error)) return undefined;
  if (message.startsWith('JSON Parse error: ')) return parseMessage(given.get(error));
  return message.endsWith('cyclic structures.') ? circleMessage(given.get(error)) : undefined;
}

// The engine's trace has the place.
function translateMessage(error, message, trace) {
  if (message.startsWith('JSON')) {
    const words = aboutJson(error, message);
    if (words !== undefined) return words;
  }
  if (error instanceof SyntaxError) {
    return require('internal/stack/syntax_messages').translateSyntax(message, trace);
  }
  for (let i = 0; i < rules.length; i++) {
    const found = rules[i][0].exec(message);
    if (found !== null) return inWords(rules[i][1], found, error, message, trace);
  }
  return message;
}

function inWords(words, found, error, message, trace) {
  if (typeof words === 'string') return words.replace(/\$(\d)/g, (all, index) => found[index]);
  try {
    const site = source.siteOf(trace);
    site.error = error;
    return words(...found, site);
  } catch {
    return message; // the text was not what it was taken for
  }
}

exports.translateMessage = translateMessage;

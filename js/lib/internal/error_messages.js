// SPDX-License-Identifier: MIT
// The messages of all errors with a code, and the classes that each has; the first one is
// codes.CODE, others are codes.CODE.RangeError and so on. In a text, %s and %d are replaced by the
// arguments in order. Sorted by code.
'use strict';

function inspect(value) {
  return require('internal/inspect').inspect(value);
}

const primitiveTypes = new Set([
  'string', 'function', 'number', 'object', 'Function', 'Object', 'boolean', 'bigint', 'symbol',
]);

function quoteName(name) {
  if (name.endsWith(' argument')) return name;
  return `"${name}" ${name.includes('.') ? 'property' : 'argument'}`;
}

function join(list, word) {
  if (list.length < 2) return list.join('');
  if (list.length === 2) return `${list[0]} ${word} ${list[1]}`;
  return `${list.slice(0, -1).join(', ')}, ${word} ${list[list.length - 1]}`;
}

// What a value is, for "Received ...".
function received(value) {
  if (value == null) return ` Received ${value}`;
  if (typeof value === 'function') {
    return value.name ? ` Received function ${value.name}` : ' Received function ';
  }
  if (typeof value === 'object') {
    if (value.constructor && 'name' in value.constructor) {
      return ` Received an instance of ${value.constructor.name}`;
    }
    return ` Received ${require('internal/inspect').inspect(value, { depth: -1 })}`;
  }
  return ` Received type ${typeof value} (${shortened(value)})`;
}

// A string is not escaped, and one that is long is cut before it gets its quotes.
function shortened(value) {
  if (typeof value !== 'string') return inspect(value);
  if (value.length > 28) value = `${value.slice(0, 25)}...`;
  return value.includes("'") ? JSON.stringify(value) : `'${value}'`;
}

// Cut into groups of three from the end, whatever the characters are: exponents too.
function grouped(digits) {
  const groups = [];
  const least = digits.startsWith('-') ? 4 : 3;
  while (digits.length > least) {
    groups.unshift(digits.slice(-3));
    digits = digits.slice(0, -3);
  }
  return [digits, ...groups].join('_');
}

function invalidArgType(name, expected, actual) {
  expected = Array.isArray(expected) ? expected : [expected];
  const types = [];
  const instances = [];
  const others = [];
  for (const value of expected) {
    if (primitiveTypes.has(value)) types.push(value.toLowerCase());
    else if (/^([A-Z][a-z0-9]*)+$/.test(value)) instances.push(value);
    else others.push(value);
  }
  // 'object' is said as an instance when instances are named anyway.
  if (instances.length > 0) {
    const at = types.indexOf('object');
    if (at !== -1) {
      types.splice(at, 1);
      instances.push('Object');
    }
  }
  const parts = [];
  if (types.length > 0) {
    parts.push(`${types.length > 1 ? 'one of type' : 'of type'} ${join(types, 'or')}`);
  }
  if (instances.length > 0) parts.push(`an instance of ${join(instances, 'or')}`);
  if (others.length > 1) {
    parts.push(`one of ${join(others, 'or')}`);
  } else if (others.length === 1) {
    parts.push(others[0].toLowerCase() !== others[0] ? `an ${others[0]}` : others[0]);
  }
  return `The ${quoteName(name)} must be ${parts.join(' or ')}.${received(actual)}`;
}

function outOfRange(name, range, value) {
  let shown;
  if (Number.isInteger(value) && Math.abs(value) > 2 ** 32) {
    shown = grouped(String(value));
  } else if (typeof value === 'bigint') {
    shown = String(value);
    if (value > 2n ** 32n || value < -(2n ** 32n)) shown = grouped(shown);
    shown += 'n';
  } else {
    shown = inspect(value);
  }
  return `The value of "${name}" is out of range. It must be ${range}. Received ${shown}`;
}

function invalidArgValue(name, value, reason = 'is invalid') {
  let shown = inspect(value);
  if (shown.length > 128) shown = `${shown.slice(0, 128)}...`;
  const kind = name.includes('.') ? 'property' : 'argument';
  return `The ${kind} '${name}' ${reason}. Received ${shown}`;
}

// What was returned, for "but got ...".
function kindOf(value) {
  return received(value).slice(' Received '.length);
}

module.exports = {
  ERR_AMBIGUOUS_ARGUMENT: ['The "%s" argument is ambiguous. %s', 'TypeError'],
  ERR_ARG_NOT_ITERABLE: ['%s must be iterable', 'TypeError'],
  ERR_ASSERTION: ['%s', 'Error'],
  ERR_ASYNC_CALLBACK: ['%s must be a function', 'TypeError'],
  ERR_ASYNC_TYPE: ['Invalid name for async "type": %s', 'TypeError'],
  ERR_BUFFER_OUT_OF_BOUNDS: [(name) => (name ? `"${name}" is outside of buffer bounds` :
    'Attempt to access memory outside buffer bounds'), 'RangeError'],
  ERR_CHILD_CLOSED_BEFORE_REPLY: ['Child closed before reply received', 'Error'],
  ERR_CHILD_PROCESS_IPC_REQUIRED: [
    "Forked processes must have an IPC channel, missing value 'ipc' in %s", 'Error'],
  ERR_CHILD_PROCESS_STDIO_MAXBUFFER: ['%s maxBuffer length exceeded', 'RangeError'],
  ERR_CONSOLE_WRITABLE_STREAM: ['Console expects a writable stream instance for %s', 'TypeError'],
  ERR_CONSTRUCT_CALL_INVALID: ['Constructor cannot be called', 'TypeError'],
  ERR_CONSTRUCT_CALL_REQUIRED: ['Cannot call constructor without `new`', 'TypeError'],
  ERR_DLOPEN_DISABLED: ['Cannot load native addon because loading addons is disabled.', 'Error'],
  ERR_DLOPEN_FAILED: ['%s', 'Error'],
  ERR_DOMAIN_CALLBACK_NOT_AVAILABLE: ['A callback was registered through ' +
    'process.setUncaughtExceptionCaptureCallback(), which is mutually exclusive with using the ' +
    '`domain` module', 'Error'],
  ERR_DOMAIN_CANNOT_SET_UNCAUGHT_EXCEPTION_CAPTURE: ['The `domain` module is in use, which is ' +
    'mutually exclusive with calling process.setUncaughtExceptionCaptureCallback()', 'Error'],
  ERR_ENCODING_INVALID_ENCODED_DATA: ['The encoded data was not valid for encoding %s',
    'TypeError'],
  ERR_ENCODING_NOT_SUPPORTED: ['The "%s" encoding is not supported', 'RangeError'],
  ERR_EVENT_RECURSION: ['The event "%s" is already being dispatched', 'Error'],
  ERR_FALSY_VALUE_REJECTION: ['Promise was rejected with falsy value', 'Error'],
  ERR_FEATURE_UNAVAILABLE_ON_PLATFORM: ['The feature %s is unavailable on the current platform, ' +
    'which is being used to run Node.js', 'TypeError'],
  ERR_ILLEGAL_CONSTRUCTOR: ['Illegal constructor', 'TypeError'],
  ERR_INCOMPATIBLE_OPTION_PAIR: [
    'Option "%s" cannot be used in combination with option "%s"', 'TypeError'],
  ERR_INSPECTOR_NOT_ACTIVE: ['Inspector is not active', 'Error'],
  ERR_INSPECTOR_NOT_AVAILABLE: ['Inspector is not available', 'Error'],
  ERR_INSPECTOR_NOT_CONNECTED: ['Session is not connected', 'Error'],
  ERR_INTERNAL_ASSERTION: ['%s', 'Error'],
  ERR_INVALID_ADDRESS: ['Invalid socket address', 'Error'],
  ERR_INVALID_ADDRESS_FAMILY: ['Invalid address family: %s %s:%s', 'RangeError'],
  ERR_INVALID_ARG_TYPE: [invalidArgType, 'TypeError'],
  ERR_INVALID_ARG_VALUE: [invalidArgValue, 'TypeError', 'RangeError'],
  ERR_INVALID_ASYNC_ID: ['Invalid %s value: %s', 'RangeError'],
  ERR_INVALID_BUFFER_SIZE: ['Buffer size must be a multiple of %s', 'RangeError'],
  ERR_INVALID_CURSOR_POS: ['Cannot set cursor row without setting its column', 'TypeError'],
  ERR_INVALID_FD_TYPE: ['Unsupported fd type: %s', 'TypeError'],
  ERR_INVALID_FILE_URL_HOST: ['File URL host must be "localhost" or empty on %s', 'TypeError'],
  ERR_INVALID_FILE_URL_PATH: ['File URL path %s', 'TypeError'],
  ERR_INVALID_HANDLE_TYPE: ['This handle type cannot be sent', 'TypeError'],
  ERR_INVALID_IP_ADDRESS: ['Invalid IP address: %s', 'TypeError'],
  ERR_INVALID_MIME_SYNTAX: [(production, text, index) => (
    `The MIME syntax for a ${production} in ${JSON.stringify(text)} is invalid${
      index === -1 ? '' : ` at ${index}`}`), 'TypeError'],
  ERR_INVALID_MODULE: ['No such binding was linked: %s', 'Error'],
  ERR_INVALID_OBJECT_DEFINE_PROPERTY: ['%s', 'TypeError'],
  ERR_INVALID_REPL_EVAL_CONFIG: [
    'Cannot specify both "breakEvalOnSigint" and "eval" for REPL', 'TypeError'],
  ERR_INVALID_RETURN_PROPERTY_VALUE: [(input, name, property, value) => (
    `Expected ${input} to be returned for the "${property}" from the "${name}" hook but got ${
      kindOf(value)}.`), 'TypeError'],
  ERR_INVALID_RETURN_VALUE: [(expected, name, value) => (
    `Expected ${expected} to be returned from the "${name}" function but got ${kindOf(value)}.`),
  'TypeError', 'RangeError'],
  ERR_INVALID_THIS: ['Value of "this" must be of type %s', 'TypeError'],
  ERR_INVALID_TRANSFER_OBJECT: [
    'Found invalid object in transferList', 'TypeError'],
  ERR_INVALID_TUPLE: ['%s must be an iterable %s tuple', 'TypeError'],
  ERR_INVALID_URL: ['Invalid URL', 'TypeError'],
  ERR_INVALID_URL_SCHEME: ['The URL must be of scheme %s', 'TypeError'],
  ERR_IPC_CHANNEL_CLOSED: ['Channel closed', 'Error'],
  ERR_IPC_DISCONNECTED: ['IPC channel is already disconnected', 'Error'],
  ERR_IPC_ONE_PIPE: ['Child process can have only one IPC pipe', 'Error'],
  ERR_IPC_SYNC_FORK: ['IPC cannot be used with synchronous forks', 'Error'],
  ERR_LOADER_CHAIN_INCOMPLETE: ['"%s" did not call the next hook in its chain and did not ' +
    'explicitly signal a short circuit. If this is intentional, include `shortCircuit: true` in ' +
    "the hook's return.", 'Error'],
  ERR_MEMORY_ALLOCATION_FAILED: ['Failed to allocate memory', 'Error'],
  ERR_METHOD_NOT_IMPLEMENTED: ['The %s method is not implemented', 'Error'],
  ERR_MISSING_ARGS: [(...names) => {
    const quoted = names.map((name) => [name].flat().map((one) => `"${one}"`).join(' or '));
    return `The ${join(quoted, 'and')} argument${names.length > 1 ? 's' : ''} must be specified`;
  }, 'TypeError'],
  ERR_MISSING_OPTION: ['%s is required', 'TypeError'],
  ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST: [
    'Object that needs transfer was found in message but not listed in transferList',
    'TypeError'],
  ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION: [
    'Operation cannot be invoked when not in a single-executable application', 'Error'],
  ERR_OUT_OF_RANGE: [outOfRange, 'RangeError'],
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: ['%s', 'TypeError'],
  ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL: [
    "Unexpected argument '%s'. This command does not take positional arguments", 'TypeError'],
  ERR_PARSE_ARGS_UNKNOWN_OPTION: [(option, allowPositionals) => (
    `Unknown option '${option}'${allowPositionals ? '. To specify a positional argument ' +
      "starting with a '-', place it at the end of the command after '--', as in '-- " +
      `"${option}"` : ''}`), 'TypeError'],
  ERR_PERFORMANCE_INVALID_TIMESTAMP: [
    '%d is not a valid timestamp', 'TypeError'],
  ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS: ['%s', 'TypeError'],
  ERR_SCRIPT_EXECUTION_INTERRUPTED: ['Script execution was interrupted by `SIGINT`', 'Error'],
  ERR_SCRIPT_EXECUTION_TIMEOUT: ['Script execution timed out after %sms', 'Error'],
  ERR_SERVER_ALREADY_LISTEN: [
    'Listen method has been called more than once without closing.', 'Error'],
  ERR_SERVER_NOT_RUNNING: ['Server is not running.', 'Error'],
  ERR_SOCKET_BAD_PORT: [(name, port, allowZero = true) => (
    `${name} should be ${allowZero ? '>=' : '>'} 0 and < 65536.${received(port)}.`), 'RangeError'],
  ERR_SOCKET_CLOSED: ['Socket is closed', 'Error'],
  ERR_SOCKET_CLOSED_BEFORE_CONNECTION: [
    'Socket closed before the connection was established', 'Error'],
  ERR_SYNTHETIC: ['JavaScript Callstack', 'Error'],
  ERR_SYSTEM_ERROR: ['A system error occurred', 'SystemError'],
  ERR_TRACE_EVENTS_UNAVAILABLE: ['Trace events are unavailable', 'Error'],
  ERR_UNAVAILABLE_DURING_EXIT: ['Cannot call function in process exit handler', 'Error'],
  ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET: ['`process.setupUncaughtExceptionCapture()` was ' +
    'called while a capture callback was already active', 'Error'],
  ERR_UNHANDLED_ERROR: [(value) => (
    value === undefined ? 'Unhandled error.' : `Unhandled error. (${value})`), 'Error'],
  ERR_UNHANDLED_REJECTION: ['This error originated either by throwing inside of an async ' +
    'function without a catch block, or by rejecting a promise which was not handled with ' +
    '.catch(). The promise rejected with the reason "%s".', 'Error'],
  ERR_UNKNOWN_BUILTIN_MODULE: ['No such built-in module: %s', 'Error'],
  ERR_UNKNOWN_CREDENTIAL: ['%s identifier does not exist: %s', 'Error'],
  ERR_UNKNOWN_ENCODING: ['Unknown encoding: %s', 'TypeError'],
  ERR_UNKNOWN_SIGNAL: ['Unknown signal: %s', 'TypeError'],
  ERR_USE_AFTER_CLOSE: ['%s was closed', 'Error'],
  ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING: [
    'A dynamic import callback was not specified.', 'TypeError'],
  ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG: [
    'A dynamic import callback was invoked without --experimental-vm-modules', 'TypeError'],
  ERR_VM_MODULE_ALREADY_LINKED: ['Module has already been linked', 'Error'],
  ERR_VM_MODULE_CACHED_DATA_REJECTED: ['cachedData buffer was rejected', 'Error'],
  ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA: [
    'Cached data cannot be created for a module which has been evaluated', 'Error'],
  ERR_VM_MODULE_DIFFERENT_CONTEXT: ['Linked modules must use the same context', 'Error'],
  ERR_VM_MODULE_LINK_FAILURE: ["request for '%s' resolved to an errored module", 'Error'],
  ERR_VM_MODULE_NOT_MODULE: ['Provided module is not an instance of Module', 'Error'],
  ERR_VM_MODULE_STATUS: ['Module status %s', 'Error'],
  ERR_WEBASSEMBLY_RESPONSE: ['WebAssembly response %s', 'TypeError'],
  ...require('internal/crypto/messages'),
  ...require('internal/dgram/messages'),
  ...require('internal/dns/messages'),
  ...require('internal/fs/messages'),
  ...require('internal/modules/messages'),
  ...require('internal/http/messages'),
  ...require('internal/http2/messages'),
  ...require('internal/streams/messages'),
  ...require('internal/tls/messages'),
  ...require('internal/worker/messages'),
  ...require('internal/zlib/messages'),
};

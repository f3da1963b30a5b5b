// SPDX-License-Identifier: MIT
// util.parseArgs: options and positional arguments of a command line.
'use strict';
const { codes } = require('internal/errors');
const {
  validateArray, validateBoolean, validateBooleanArray, validateObject, validateString,
  validateStringArray, validateUnion,
} = require('internal/validators');

const MARKS_LONG = /^--./s;

// An own property, or the default.
function take(object, key, otherwise) {
  return Object.hasOwn(object, key) && object[key] !== undefined ? object[key] : otherwise;
}

function checkOptions(options) {
  validateObject(options, 'options');
  for (const [name, option] of Object.entries(options)) {
    const where = `options.${name}`;
    validateObject(option, where);
    const type = Object.hasOwn(option, 'type') ? option.type : undefined;
    validateUnion(type, `${where}.type`, ['string', 'boolean']);
    if (Object.hasOwn(option, 'short')) {
      validateString(option.short, `${where}.short`);
      if (option.short.length !== 1) {
        throw new codes.ERR_INVALID_ARG_VALUE(`${where}.short`, option.short,
          'must be a single character');
      }
    }
    const multiple = take(option, 'multiple', undefined);
    if (multiple !== undefined) validateBoolean(multiple, `${where}.multiple`);
    const standard = take(option, 'default', undefined);
    if (standard !== undefined) checkDefault(type, multiple, standard, `${where}.default`);
  }
}

function checkDefault(type, multiple, value, where) {
  if (type === 'string') (multiple ? validateStringArray : validateString)(value, where);
  else (multiple ? validateBooleanArray : validateBoolean)(value, where);
}

// Turns arguments into tokens, without judging them.
class Tokenizer {
  constructor(args, options) {
    this.args = args;
    this.options = options;
    this.tokens = [];
    this.at = 0;
  }

  isString(name) {
    return Object.hasOwn(this.options, name) && this.options[name].type === 'string';
  }

  nameOfShort(short) {
    for (const [name, option] of Object.entries(this.options)) {
      if (take(option, 'short', undefined) === short) return name;
    }
    return short;
  }

  // An option and, unless it stands in the same argument, its value.
  option(name, rawName, index, value, inlineValue) {
    if (value === undefined && this.isString(name) && this.at < this.args.length) {
      value = this.args[this.at++];
      inlineValue = false;
    }
    this.tokens.push({ kind: 'option', name, rawName, index, value, inlineValue });
  }

  shorts(arg, index) {
    for (let i = 1; i < arg.length; i++) {
      const name = this.nameOfShort(arg[i]);
      const rawName = `-${arg[i]}`;
      if (this.isString(name) && i + 1 < arg.length) {
        this.option(name, rawName, index, arg.slice(i + 1), true);
        return;
      }
      this.option(name, rawName, index, undefined, undefined);
    }
  }

  positional(index, value) {
    this.tokens.push({ kind: 'positional', index, value });
  }

  run() {
    const { args } = this;
    while (this.at < args.length) {
      const index = this.at++;
      const arg = args[index];
      if (arg === '--') {
        this.tokens.push({ kind: 'option-terminator', index });
        for (; this.at < args.length; this.at++) this.positional(this.at, args[this.at]);
      } else if (MARKS_LONG.test(arg)) {
        const equals = arg.indexOf('=', 3);
        if (equals === -1) this.option(arg.slice(2), arg, index, undefined, undefined);
        else {
          this.option(arg.slice(2, equals), arg.slice(0, equals), index, arg.slice(equals + 1),
            true);
        }
      } else if (arg.length > 1 && arg[0] === '-') {
        this.shorts(arg, index);
      } else {
        this.positional(index, arg);
      }
    }
    return this.tokens;
  }
}

function checkAmbiguous(token, shortAndLong) {
  if (token.inlineValue || !(token.value?.length > 1) || token.value[0] !== '-') return;
  const example = token.rawName.startsWith('--') ? `'${token.rawName}=-XYZ'` :
    `'--${token.name}=-XYZ' or '${token.rawName}-XYZ'`;
  throw new codes.ERR_PARSE_ARGS_INVALID_OPTION_VALUE(
    `Option '${shortAndLong}' argument is ambiguous.\n` +
    `Did you forget to specify the option argument for '${token.rawName}'?\n` +
    `To specify an option argument starting with a dash use ${example}.`);
}

function checkUsage({ options, allowPositionals, allowNegative }, token) {
  let { name } = token;
  if (!Object.hasOwn(options, name)) {
    if (allowNegative && name.startsWith('no-') && Object.hasOwn(options, name.slice(3)) &&
        options[name.slice(3)].type === 'boolean') {
      name = name.slice(3);
    } else {
      throw new codes.ERR_PARSE_ARGS_UNKNOWN_OPTION(token.rawName, allowPositionals);
    }
  }
  const short = take(options[name], 'short', undefined);
  const shown = `${short ? `-${short}, ` : ''}--${token.name}`;
  if (options[name].type === 'string') {
    if (typeof token.value !== 'string') {
      throw new codes.ERR_PARSE_ARGS_INVALID_OPTION_VALUE(
        `Option '${shown} <value>' argument missing`);
    }
  } else if (token.value != null) {
    throw new codes.ERR_PARSE_ARGS_INVALID_OPTION_VALUE(
      `Option '${shown}' does not take an argument`);
  }
}

function store(name, value, options, values) {
  if (name === '__proto__') return;
  if (take(Object.hasOwn(options, name) ? options[name] : {}, 'multiple', false)) {
    values[name] ??= [];
    values[name].push(value);
  } else {
    values[name] = value;
  }
}

function storeOption(settings, token, values) {
  const { options, allowNegative } = settings;
  let { name, value } = token;
  if (allowNegative && name.startsWith('no-') && value === undefined) {
    name = name.slice(3);
    value = false;
    token.name = name;
  } else {
    value ??= true;
  }
  store(name, value, options, values);
}

function applyTokens(settings, tokens) {
  const { strict, allowPositionals } = settings;
  const values = { __proto__: null };
  const positionals = [];
  for (const token of tokens) {
    if (token.kind === 'option') {
      if (strict) {
        checkUsage(settings, token);
        checkAmbiguous(token, token.rawName);
      }
      storeOption(settings, token, values);
    } else if (token.kind === 'positional') {
      if (!allowPositionals) {
        throw new codes.ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL(token.value);
      }
      positionals.push(token.value);
    }
  }
  return { values, positionals };
}

// Those of the process, after the program's name.
function mainArgs() {
  const { execArgv, argv } = process;
  const isText = execArgv.some((arg) => /^(-e|--eval|-p|--print|-pe)(=|$)/.test(arg));
  return argv.slice(isText ? 1 : 2);
}

function parseArgs(config = { __proto__: null }) {
  const args = take(config, 'args', undefined) ?? mainArgs();
  const strict = take(config, 'strict', true);
  const allowPositionals = take(config, 'allowPositionals', !strict);
  const withTokens = take(config, 'tokens', false);
  const options = take(config, 'options', { __proto__: null });
  const allowNegative = take(config, 'allowNegative', false);
  validateArray(args, 'args');
  validateBoolean(strict, 'strict');
  validateBoolean(allowPositionals, 'allowPositionals');
  validateBoolean(withTokens, 'tokens');
  validateBoolean(allowNegative, 'allowNegative');
  checkOptions(options);
  const tokens = new Tokenizer(args.slice(), options).run();
  const result = applyTokens({ strict, allowPositionals, allowNegative, options }, tokens);
  for (const [name, option] of Object.entries(options)) {
    const standard = take(option, 'default', undefined);
    if (standard !== undefined && result.values[name] === undefined && name !== '__proto__') {
      result.values[name] = standard;
    }
  }
  if (withTokens) result.tokens = tokens;
  return result;
}

exports.parseArgs = parseArgs;

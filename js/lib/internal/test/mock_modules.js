// SPDX-License-Identifier: MIT
// Modules that a test replaces (mock.module, with --experimental-test-module-mocks). The loaders
// ask here (program.mocks) from the first one on; code that has loaded a module before keeps it.
'use strict';
const { codes } = require('internal/errors');
const program = require('internal/program');
const { process } = require('internal/process');
const { builtinName } = require('internal/modules/builtins');
const urls = require('internal/modules/urls');
const { validateBoolean, validateObject, validateString } = require('internal/validators');

const mocks = new Map(); // by URL
let lastNumber = 0;

// What require() gives: the default export, with the others as its properties.
function exportsOf(mock) {
  if (mock.cache && mock.made !== undefined) return mock.made.value;
  const { namedExports, hasDefault, defaultExport } = mock;
  const value = hasDefault ? defaultExport : {};
  const names = Object.keys(namedExports);
  if (names.length > 0 && (value === null || !/^(?:object|function)$/.test(typeof value))) {
    throw new Error('Cannot create mock because named exports cannot be applied to the provided ' +
      'default export.');
  }
  for (const name of names) {
    Object.defineProperty(value, name, Object.getOwnPropertyDescriptor(namedExports, name));
  }
  mock.made = { value };
  return value;
}

// The record of an import.
function makeRecord({ url, mock }) {
  const { SyntheticModule } = require('internal/modules/records');
  const { namedExports } = mock;
  const isModule = mock.format === 'module';
  const names = Object.keys(namedExports).filter((name) => name !== 'default');
  if (!isModule || mock.hasDefault) names.push('default');
  const standard = isModule ? mock.defaultExport : exportsOf(mock);
  const record = new SyntheticModule(url, names, () => {
    for (const name of names) record.set(name, name === 'default' ? standard : namedExports[name]);
  });
  return record;
}

// --- what the loaders ask

function imported(found) {
  const mock = mocks.get(found.url);
  if (mock === undefined) return found;
  const number = mock.cache ? mock.number : ++lastNumber;
  return { url: `${found.url}${found.url.includes('?') ? '&' : '?'}mock=${number}`,
    format: 'mock', mock };
}

// { exports } of a mock, or undefined.
function required(request, find) {
  const name = builtinName(request);
  let url;
  if (name !== undefined) {
    url = `node:${name}`;
  } else {
    try {
      url = urls.pathToURL(find());
    } catch {
      return undefined; // its loader reports it
    }
  }
  const mock = mocks.get(url);
  return mock === undefined ? undefined : { exports: exportsOf(mock) };
}

class MockModuleContext {
  #url;
  constructor(url, mock) {
    this.#url = url;
    mocks.set(url, mock);
  }
  restore() {
    if (this.#url === undefined) return;
    mocks.delete(this.#url);
    this.#url = undefined;
  }
}

function mockModule(specifier, options, caller) {
  validateString(specifier, 'specifier');
  validateObject(options, 'options');
  const { cache = false, namedExports = {}, defaultExport } = options;
  validateBoolean(cache, 'options.cache');
  validateObject(namedExports, 'options.namedExports');
  const base = caller?.startsWith('/') ? urls.pathToURL(caller) : caller ??
    urls.pathToURL(`${process.cwd()}/`);
  const { url, format } = require('internal/modules/resolve').resolve(specifier, base);
  if (mocks.has(url)) {
    throw new codes.ERR_INVALID_STATE(
      `Cannot mock '${specifier}'. The module is already mocked.`);
  }
  if (program.mocks === undefined) {
    process.emitWarning('Module mocking is an experimental feature and might change at any time',
      'ExperimentalWarning');
    program.mocks = { imported, makeRecord, required };
  }
  return new MockModuleContext(url, { cache, namedExports, defaultExport, format,
    hasDefault: 'defaultExport' in options, number: ++lastNumber });
}

exports.mockModule = mockModule;

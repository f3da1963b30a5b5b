// SPDX-License-Identifier: MIT
// DOMException.
'use strict';
const { codes } = require('internal/errors');

// The names that have a number, in its order from 1 on; some have only the number's constant.
const numbered = [
  ['IndexSizeError', 'INDEX_SIZE_ERR'],
  [null, 'DOMSTRING_SIZE_ERR'],
  ['HierarchyRequestError', 'HIERARCHY_REQUEST_ERR'],
  ['WrongDocumentError', 'WRONG_DOCUMENT_ERR'],
  ['InvalidCharacterError', 'INVALID_CHARACTER_ERR'],
  [null, 'NO_DATA_ALLOWED_ERR'],
  ['NoModificationAllowedError', 'NO_MODIFICATION_ALLOWED_ERR'],
  ['NotFoundError', 'NOT_FOUND_ERR'],
  ['NotSupportedError', 'NOT_SUPPORTED_ERR'],
  ['InUseAttributeError', 'INUSE_ATTRIBUTE_ERR'],
  ['InvalidStateError', 'INVALID_STATE_ERR'],
  ['SyntaxError', 'SYNTAX_ERR'],
  ['InvalidModificationError', 'INVALID_MODIFICATION_ERR'],
  ['NamespaceError', 'NAMESPACE_ERR'],
  ['InvalidAccessError', 'INVALID_ACCESS_ERR'],
  [null, 'VALIDATION_ERR'],
  ['TypeMismatchError', 'TYPE_MISMATCH_ERR'],
  ['SecurityError', 'SECURITY_ERR'],
  ['NetworkError', 'NETWORK_ERR'],
  ['AbortError', 'ABORT_ERR'],
  ['URLMismatchError', 'URL_MISMATCH_ERR'],
  ['QuotaExceededError', 'QUOTA_EXCEEDED_ERR'],
  ['TimeoutError', 'TIMEOUT_ERR'],
  ['InvalidNodeTypeError', 'INVALID_NODE_TYPE_ERR'],
  ['DataCloneError', 'DATA_CLONE_ERR'],
];
const numbers = new Map();
numbered.forEach(([name], i) => { if (name !== null) numbers.set(name, i + 1); });

let isDOMException;

class DOMException {
  #name;
  #message;

  constructor(message = '', options = 'Error') {
    this.#message = `${message}`;
    if (options !== null && typeof options === 'object') {
      const { name } = options;
      this.#name = `${name === undefined ? 'Error' : name}`;
      if ('cause' in options) {
        Object.defineProperty(this, 'cause', {
          value: options.cause, writable: true, enumerable: false, configurable: true,
        });
      }
    } else {
      this.#name = `${options}`;
    }
    Error.captureStackTrace(this, new.target);
  }

  static #check(self) {
    if (typeof self !== 'object' || self === null || !(#name in self)) {
      const error = new codes.ERR_INVALID_THIS('DOMException');
      error.message = 'Value of "this" must be of DOMException';
      throw error;
    }
    return self;
  }

  static {
    isDOMException = (value) => typeof value === 'object' && value !== null && #name in value;
  }

  get name() {
    return DOMException.#check(this).#name;
  }

  get message() {
    return DOMException.#check(this).#message;
  }

  get code() {
    return numbers.get(DOMException.#check(this).#name) ?? 0;
  }
}


Object.setPrototypeOf(DOMException.prototype, Error.prototype);
for (const name of ['name', 'message', 'code']) {
  Object.defineProperty(DOMException.prototype, name, { enumerable: true });
}
for (const object of [DOMException, DOMException.prototype]) {
  numbered.forEach(([, name], i) => {
    Object.defineProperty(object, name, {
      value: i + 1, writable: false, enumerable: true, configurable: false,
    });
  });
}
Object.defineProperty(DOMException.prototype, Symbol.toStringTag, {
  value: 'DOMException', writable: false, enumerable: false, configurable: true,
});

exports.DOMException = DOMException;
exports.isDOMException = isDOMException;

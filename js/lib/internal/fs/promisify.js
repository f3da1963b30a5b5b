// SPDX-License-Identifier: MIT
// util.promisify returns an object for functions whose callback has several values.
'use strict';

const custom = Symbol.for('nodejs.util.promisify.custom');

function customPromisifyArgs(original, names) {
  Object.defineProperty(original, custom, {
    configurable: true,
    value(...args) {
      return new Promise((resolve, reject) => {
        original.call(this, ...args, (error, ...values) => {
          if (error) {
            reject(error);
            return;
          }
          const result = {};
          names.forEach((name, i) => { result[name] = values[i]; });
          resolve(result);
        });
      });
    },
  });
}

module.exports = { customPromisifyArgs };

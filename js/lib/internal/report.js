// SPDX-License-Identifier: MIT
// How an error that ends the program is shown.
'use strict';

function describe(error) {
  const { inspect } = require('internal/inspect');
  const shown = error !== null && typeof error === 'object' && typeof error.stack === 'string' ?
    inspect(error) : `Uncaught:\n${inspect(error)}`;
  const { version } = require('internal/process').process;
  return `${shown}\n\nNode.js ${version}\n`;
}

exports.describe = describe;

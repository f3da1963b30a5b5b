// SPDX-License-Identifier: MIT
// @tailwindcss/oxide: the scanner for class names.
'use strict';
const assert = require('assert');

const { Scanner } = require('@tailwindcss/oxide');

const scanner = new Scanner({});
const found = scanner.scanFiles([{ content: '<div class="flex p-4">', extension: 'html' }]);
assert(found.includes('flex') && found.includes('p-4'));

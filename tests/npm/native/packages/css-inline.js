// SPDX-License-Identifier: MIT
// @css-inline/css-inline: moves styles into their elements.
'use strict';
const assert = require('assert');

const { inline } = require('@css-inline/css-inline');

assert.match(inline('<style>p { color: red }</style><p>x</p>'), /<p style="color: ?red;?">/);

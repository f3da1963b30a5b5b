// SPDX-License-Identifier: MIT
// Objects with a custom inspect function.
'use strict';
const { inspect } = require('util');
const w = (...args) => console.log(...args);
w(inspect({[inspect.custom](d,o,i){return {d,keys:Object.keys(o).join(),same:i===inspect}}}));
w(inspect({a:{[inspect.custom](){return 'multi\nline'}}}));

// SPDX-License-Identifier: MIT
// The format letters of util.format.
'use strict';
const { inspect } = require('util');
const w = (...args) => console.log(...args);
w('%s is %d and %i %f %j %o %O %c %% %x','str',42.5,42.9,'1.5',{a:1},[1],{b:2},'css','extra',{z:1});
w('%s',Symbol('a'),'%s',null,'100%'); w('%s %s',{a:{b:{}}},class A{}); w('%d',10n,'%d','0x10');
  w('a%','b'); w('%s',new (class X{toString(){return 'me'}})); w('%s', -0,
  new Error('q').message);

// An object's own conversion to a primitive is used, the built-in one is not.
const primitive = { [Symbol.toPrimitive]() { return 'P'; } };
w('%s %s %s', primitive, Object.create(primitive), new Date(0));

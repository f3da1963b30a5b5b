// SPDX-License-Identifier: MIT
// The library's modules by name; syncBuiltinESMExports applies changes of them to the names.
import assert from 'assert';
import module, { builtinModules, isBuiltin, syncBuiltinESMExports } from 'module';
import * as ns from 'node:module';
import events, { EventEmitter, once } from 'events';

assert.strictEqual(builtinModules, module.builtinModules);
assert.strictEqual(ns.isBuiltin, isBuiltin);
assert.strictEqual(ns.default, module);
assert.strictEqual(events, EventEmitter);
const original = once;
events.once = 'mine';
assert.strictEqual(once, original);
syncBuiltinESMExports();
assert.strictEqual(once, 'mine');
events.once = original;
syncBuiltinESMExports();
assert.strictEqual(once, original);
delete events.once;
syncBuiltinESMExports();
assert.strictEqual(once, undefined);

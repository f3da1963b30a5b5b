// SPDX-License-Identifier: MIT
// What the default export of a module is called.
import assert from 'assert';

for (const [text, name] of [
  ['export default function () {}', 'default'],
  ['export default function own() {}', 'own'],
  ['export default function* () {}', 'default'],
  ['export default async function () {}', 'default'],
  ['export default class {}', 'default'],
  ['export default class Own {}', 'Own'],
  ['export default class { static name = "static" }', 'static'],
  ['export default () => {}', 'default'],
  ['export default (function () {})', 'default'],
  ['export default (class {})', 'default'],
  ['const f = () => {}; export default f', 'f'],
  ['const f = () => {}; export { f as default }', 'f'],
  ['export { default } from "data:text/javascript,export default function inner() {}"', 'inner'],
]) {
  const ns = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  assert.strictEqual(ns.default.name, name, text);
}
const hoisted = 'export default function () { return 1 }; export const early = 1';
assert.strictEqual((await import(`data:text/javascript,${hoisted}`)).default(), 1);

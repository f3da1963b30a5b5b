// SPDX-License-Identifier: MIT
class Shape {
  area() { return this.side.length; }
  static make() { return new Shape().area(); }
}
const box = { open() { return Shape.make(); } };
const alias = { shut: box.open };
function outer() {
  return (() => alias.shut())();
}
try {
  outer();
} catch (error) {
  console.log(error.stack.split('\n').slice(0, 6).join('\n'));
}

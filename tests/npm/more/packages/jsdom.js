// SPDX-License-Identifier: MIT
// jsdom: a page whose scripts run, observed from inside and from outside.
'use strict';
const assert = require('assert');
const { JSDOM, VirtualConsole } = require('jsdom');

const said = [];
const virtualConsole = new VirtualConsole();
virtualConsole.on('jsdomError', (error) => said.push(error.message));
virtualConsole.on('log', (...words) => said.push(words));
const { window } = new JSDOM(`<p id=a>Hi</p><script>
  document.querySelector('p').textContent += ' there';
  window.z = 3;
  function self() { return this === window; }
  console.log(typeof window, this === window, z, Object.prototype.toString.call(window), a.id);
  console.log(self(), window.self2 === undefined, window.addEventListener === addEventListener);
  addEventListener('click', (event) => console.log(event.type, event.target.tagName));
  Object.defineProperty(window, 'innerWidth', { value: 5, configurable: true });
  setTimeout(() => console.log('late'), 5);
</script><script>const later = self(); console.log(later, innerWidth);</script>
<script>throw new Error('mine')</script>`,
{ runScripts: 'dangerously', virtualConsole, url: 'http://x.test/' });

const { document } = window;
assert.strictEqual(document.querySelector('p').outerHTML, '<p id="a">Hi there</p>');
assert.deepStrictEqual([window.z, window.eval('1 + z'), window.innerWidth], [3, 4, 5]);
assert.ok(window instanceof window.EventTarget && document.body instanceof window.HTMLElement);
document.body.dispatchEvent(new window.Event('click', { bubbles: true }));
let heard = 0;
window.addEventListener('own', () => { heard++; });
window.dispatchEvent(new window.CustomEvent('own'));
assert.strictEqual(heard, 1);
setTimeout(() => {
  assert.deepStrictEqual(said, [
    ['object', true, 3, '[object Window]', 'a'],
    [true, true, true],
    [true, 5],
    'Uncaught [Error: mine]',
    ['click', 'BODY'],
    ['late'],
  ]);
  window.close();
}, 50);

// SPDX-License-Identifier: MIT
// Marks and measures stay in the timeline until they are cleared, and observers get them.
'use strict';
const assert = require('assert');
const { performance, PerformanceObserver } = require('perf_hooks');

let told;
const observer = new PerformanceObserver((list) => {
  told = list.getEntries().map(({ name }) => name);
  observer.disconnect();
});
observer.observe({ entryTypes: ['mark', 'measure'] });
performance.mark('b', { startTime: 5 });
performance.mark('a', { startTime: 2, detail: { x: 1 } });
const measure = performance.measure('m', 'a', 'b');
assert.strictEqual(measure.duration, 3);
assert.deepStrictEqual(performance.getEntriesByType('mark').map(({ name }) => name), ['a', 'b']);
performance.clearMarks('a');
assert.strictEqual(performance.getEntriesByName('a').length, 0);
assert.throws(() => performance.measure('x', 'a'), { name: 'SyntaxError' });
process.on('exit', () => assert.deepStrictEqual(told.sort(), ['a', 'b', 'm']));

// SPDX-License-Identifier: MIT
// eslint: finds mistakes in a file, and none in gyre's own library.
'use strict';
const assert = require('assert');
const path = require('path');
const { run, directory, bin } = require('./help');

const library = process.env.GYRE_ROOT && path.join(process.env.GYRE_ROOT, 'js/lib');
const place = directory({
  'eslint.config.js': `module.exports = [{
  languageOptions: { ecmaVersion: 2024, sourceType: 'commonjs',
    parserOptions: { ecmaFeatures: { globalReturn: true } } },
  rules: { 'no-dupe-keys': 2, 'no-unreachable': 2, 'no-redeclare': 2, 'no-self-assign': 2,
    'valid-typeof': 2, 'no-const-assign': 2,
    'no-unused-vars': [2, { args: 'none', caughtErrors: 'none' }] },
}];
`,
  'bad.js': 'const a = 1;\na = 2;\nmodule.exports = { a, b: 1, b: 2 };\n',
});

(async () => {
  const eslint = [bin('eslint'), '-c', path.join(place, 'eslint.config.js'), '--format', 'json'];
  let done = await run([...eslint, 'bad.js'], { cwd: place });
  assert.strictEqual(done.code, 1, done.err);
  const [{ messages }] = JSON.parse(done.out);
  assert.deepStrictEqual(messages.map(({ ruleId, line }) => [ruleId, line]),
    [['no-const-assign', 2], ['no-dupe-keys', 3]]);
  if (!library) return;
  done = await run([...eslint, 'events.js', 'internal/timers.js', 'internal/modules'],
    { cwd: library });
  const found = JSON.parse(done.out).flatMap(({ filePath, messages: all }) => (
    all.map(({ ruleId, line, message }) => `${filePath}:${line} ${ruleId} ${message}`)));
  assert.deepStrictEqual([done.code, found], [0, []]);
})();

// SPDX-License-Identifier: MIT
// What eslint checks in js/lib and view: mistakes, not taste. tools/tidy runs it if it is installed
// (npm install -g eslint, or any eslint on PATH).
const rules = {
  'eqeqeq': ['error', 'always', { null: 'ignore' }],
  'no-const-assign': 'error',
  'no-dupe-else-if': 'error',
  'no-dupe-keys': 'error',
  'no-duplicate-case': 'error',
  'no-fallthrough': 'error',
  'no-redeclare': 'error',
  'no-self-assign': 'error',
  'no-shadow-restricted-names': 'error',
  'no-unreachable': 'error',
  'no-unsafe-finally': 'error',
  'no-unused-vars': ['error', { args: 'none', caughtErrors: 'none', ignoreRestSiblings: true }],
  'no-useless-escape': 'error',
  'no-var': 'error',
  'prefer-const': ['error', { destructuring: 'all', ignoreReadBeforeAssign: true }],
  'use-isnan': 'error',
  'valid-typeof': 'error',
};
const linterOptions = { reportUnusedDisableDirectives: 'off' };

export default [
  { files: ['js/lib/**/*.js'], languageOptions: { sourceType: 'commonjs' }, linterOptions, rules },
  { files: ['view/**/*.js'], languageOptions: { sourceType: 'module' }, linterOptions, rules },
];

// SPDX-License-Identifier: MIT
export default [{ rules: { 'no-undef': 'off', 'no-unused-vars': 'warn', eqeqeq: 'warn',
  'prefer-const': 'warn', 'no-shadow': 'warn', complexity: ['warn', 20] } }];

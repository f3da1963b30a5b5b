// SPDX-License-Identifier: MIT
// debug: enabled and disabled names, formats, the environment.
'use strict';
const assert = require('assert');
const { run, directory } = require('./help');

const place = directory({
  'a.js': `const debug = require(${JSON.stringify(require.resolve('debug'))});
    debug('app:one')('number %d, object %o', 5, { a: 1 });
    debug('app:two')('hidden');
    debug('other')('hidden too');`,
});

(async () => {
  const env = { ...process.env, DEBUG: 'app:*,-app:two', DEBUG_COLORS: '0', DEBUG_HIDE_DATE: '1' };
  const { code, out, err } = await run([`${place}/a.js`], { env });
  assert.deepStrictEqual([code, out, err], [0, '', 'app:one number 5, object { a: 1 }\n']);
})();

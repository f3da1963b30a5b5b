// SPDX-License-Identifier: MIT
// cases.js FAMILY SEED FIRST COUNT: makes the programs of a family and prints the result of each:
// "case N program", then "is result". The output is the same for the same seed, everywhere.
'use strict';
const fs = require('fs');
const { show, makeRandom } = require('./show');

const [family, seed, first, count] = process.argv.slice(2);
const { make, scope } = require(`./${family}`);

function line(...parts) {
  fs.writeSync(1, `${parts.join('\t')}\n`);
}

async function main() {
  for (let i = +first; i < +first + +count; i++) {
    const program = make(makeRandom(`${family}:${seed}:${i}`));
    line('case', i, JSON.stringify(program).slice(1, -1).replace(/\\"/g, '"'));
    let result;
    try {
      const run = new Function(...Object.keys(scope), program);
      result = show(await run(...Object.values(scope)));
    } catch (error) {
      result = `threw ${show(error)}`;
    }
    line('is', result);
  }
}

process.on('uncaughtException', (error) => {
  line('is', `uncaught ${show(error)}`);
  process.exit(9);
});
main();

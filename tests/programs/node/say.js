// SPDX-License-Identifier: MIT
// What the scenarios of this folder share. A scenario whose main() waits for something that never
// comes would otherwise end quietly, and be taken for a success, when nothing is left to do.
'use strict';

exports.say = (...words) => console.log(...words);

exports.run = (main) => {
  const awake = setInterval(() => {}, 1000);
  main().then(() => clearInterval(awake), (error) => {
    console.error(error);
    process.exit(1);
  });
};

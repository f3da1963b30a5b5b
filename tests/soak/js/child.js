// SPDX-License-Identifier: MIT
// A child that answers over its channel, and ends.
'use strict';
process.once('message', ({ ask }) => {
  for (let i = 1; i < ask; i++) process.send(i);
  process.send(ask, () => process.disconnect());
});

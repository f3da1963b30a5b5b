// SPDX-License-Identifier: MIT
// 'close' of a child with a channel waits for the child to end the channel. It does not come if the
// parent ends it with disconnect().
'use strict';
const assert = require('assert');
const { fork } = require('child_process');

const NAMES = ['disconnect', 'exit', 'close', 'error'];

if (process.argv[2] === 'child') {
  process.on('message', (message) => {
    if (message === 'leave') process.disconnect();
    else if (message === 'exit') process.exit(3);
  });
} else {
  const seen = {};
  const start = (name, options, action) => {
    const child = fork(__filename, ['child'], options);
    seen[name] = [];
    for (const event of NAMES) child.on(event, () => seen[name].push(event));
    action(child);
  };
  for (const silent of [true, false]) {
    start(`ours at once ${silent}`, { silent }, (child) => child.disconnect());
    start(`ours at spawn ${silent}`, { silent }, (child) => {
      child.on('spawn', () => child.disconnect());
    });
    start(`theirs ${silent}`, { silent }, (child) => child.send('leave'));
    start(`exit ${silent}`, { silent }, (child) => child.send('exit'));
    start(`kill ${silent}`, { silent }, (child) => child.kill());
    start(`none ${silent}`, { silent, execPath: '/nonexistent' }, () => {});
  }
  process.on('exit', () => {
    // Without a child there is an order too: the streams come after the channel.
    assert.deepStrictEqual(seen['none true'], ['error', 'disconnect', 'close']);
    assert.deepStrictEqual(seen['none false'], ['error', 'close', 'disconnect']);
    for (const [name, events] of Object.entries(seen)) {
      if (name.startsWith('none')) continue;
      const wanted = name.startsWith('ours') ? ['disconnect', 'exit'] :
        ['close', 'disconnect', 'exit'];
      assert.deepStrictEqual([...events].sort(), wanted, name);
    }
  });
}

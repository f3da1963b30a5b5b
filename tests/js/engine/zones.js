// SPDX-License-Identifier: MIT
// The engine does not watch the machine's time zone (no threads of GLib, no watched file), and time
// zones are right although they are listed only when a program needs them: in the first thread,
// and in a worker that is there before.
'use strict';
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const { Worker, isMainThread, parentPort } = require('worker_threads');

const zones = () => [
  new Date(2026, 6, 1).toString(), new Date(2026, 0, 1).getTimezoneOffset(),
  Intl.DateTimeFormat().resolvedOptions().timeZone,
  new Date(0).toLocaleString('en-GB', { timeZone: 'utc' }),
  new Date(0).toLocaleString('en-GB', { timeZone: 'Asia/Calcutta' }),
  new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).resolvedOptions().timeZone,
  Intl.supportedValuesOf('timeZone').includes('Europe/Berlin'),
].join('; ');

const expected = 'Wed Jul 01 2026 00:00:00 GMT-0400 (Eastern Daylight Time); 300; ' +
  'America/New_York; 01/01/1970, 00:00:00; 01/01/1970, 05:30:00; UTC; true';

const names = () => [
  ...fs.readdirSync('/proc/self/task').map((id) =>
    fs.readFileSync(`/proc/self/task/${id}/comm`, 'latin1').trim()),
  ...fs.readdirSync('/proc/self/fd').map((fd) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return ''; // the directory's own
    }
  })].join(' ');

if (process.argv[2] === 'child') {
  assert.doesNotMatch(names(), /gmain|gdbus|pool-spawner|inotify/);
  assert.strictEqual(zones(), expected);
} else if (!isMainThread) {
  parentPort.postMessage(zones());
} else {
  const env = { ...process.env, TZ: 'America/New_York' };
  delete env.GYRE_ENGINE; // without short cuts the engine does watch it
  execFileSync(process.execPath, [__filename, 'child'], { env, stdio: 'inherit' });
  process.env.TZ = 'America/New_York';
  new Worker(__filename).on('message', (said) => {
    assert.strictEqual(said, expected);
    assert.strictEqual(zones(), expected);
  });
}

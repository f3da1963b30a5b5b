// SPDX-License-Identifier: MIT
// A poller that is stopped: no further look is begun, but the one under way still tells.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

class Poller {
  start(file, tell) {
    this.timer = setInterval(() => fs.stat(file, (error, stats) => {
      if (stats?.size !== this.size) tell(this.size = stats?.size);
    }), 20);
  }

  stop() {
    clearInterval(this.timer);
  }
}

const file = `${directory}/watched`;
fs.writeFileSync(file, 'x');
let isStopped = false;
const poller = new Poller();
poller.start(file, (size) => { if (isStopped) bug(`told after the end: ${size}`); });
setTimeout(() => fs.appendFile(file, 'more', () => {}), 50);
setTimeout(() => {
  poller.stop();
  isStopped = true;
}, 70);

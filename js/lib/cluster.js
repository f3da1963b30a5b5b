// SPDX-License-Identifier: MIT
// cluster: several processes that run one program and share the ports that they listen on. The
// primary process forks the others, and owns the sockets.
'use strict';
const isWorker = Object.hasOwn(process.env, 'NODE_UNIQUE_ID');

module.exports = isWorker ? require('internal/cluster/member').cluster :
  require('internal/cluster/primary');

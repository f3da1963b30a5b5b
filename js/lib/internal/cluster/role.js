// SPDX-License-Identifier: MIT
// Whether this process is a worker of a cluster: then `worker` is internal/cluster/member.js, from
// which net and dgram get their handles. Otherwise nothing of cluster is loaded.
'use strict';

exports.worker = null;

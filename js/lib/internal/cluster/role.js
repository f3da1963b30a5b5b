// SPDX-License-Identifier: MIT
// Whether this process is a worker of a cluster: then `worker` is internal/cluster/member.js, which
// net and dgram ask for their handles. Nothing of cluster is loaded otherwise.
'use strict';

exports.worker = null;

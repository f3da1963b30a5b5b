// SPDX-License-Identifier: MIT
// The messages of errors of dns. Part of internal/error_messages.js.
'use strict';

module.exports = {
  ERR_DNS_SET_SERVERS_FAILED: ['c-ares failed to set servers: "%s" [%s]', 'Error'],
};

// SPDX-License-Identifier: MIT
// _http_client: an old name for parts of http.
'use strict';
exports.ClientRequest = require('internal/http/client').ClientRequest;

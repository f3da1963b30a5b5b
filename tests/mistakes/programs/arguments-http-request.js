// SPDX-License-Identifier: MIT
require('http').get('not a url');

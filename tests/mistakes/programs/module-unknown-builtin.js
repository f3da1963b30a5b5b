// SPDX-License-Identifier: MIT
require('node:nothing');

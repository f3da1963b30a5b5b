// SPDX-License-Identifier: MIT
const fs = require('fs');

// SPDX-License-Identifier: MIT
const express = require('no-such-package');

// SPDX-License-Identifier: MIT
require('crypto').randomBytes('x');

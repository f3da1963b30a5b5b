// SPDX-License-Identifier: MIT
new (require('events'))().on('x', 5);

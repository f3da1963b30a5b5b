// SPDX-License-Identifier: MIT
new (require('stream').Writable)().write(null);

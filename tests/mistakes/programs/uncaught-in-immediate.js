// SPDX-License-Identifier: MIT
setImmediate(function later() { throw new RangeError('in an immediate'); });

// SPDX-License-Identifier: MIT
queueMicrotask(() => { throw new Error('in a microtask'); });

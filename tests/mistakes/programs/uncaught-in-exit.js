// SPDX-License-Identifier: MIT
process.on('exit', () => { throw new Error('at the end'); });

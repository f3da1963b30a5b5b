// SPDX-License-Identifier: MIT
process.exitCode = 3;
throw new Error('with a code');

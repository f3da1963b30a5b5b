// SPDX-License-Identifier: MIT
process.env.A = Symbol('x');

// SPDX-License-Identifier: MIT
import thing from './exports.mjs';

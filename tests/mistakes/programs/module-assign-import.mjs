// SPDX-License-Identifier: MIT
import { value } from './exports.mjs';
value = 2;

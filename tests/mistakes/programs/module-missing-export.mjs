// SPDX-License-Identifier: MIT
import { nothing } from './exports.mjs';

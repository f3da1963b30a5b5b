// SPDX-License-Identifier: MIT
import { nothing } from './lib.js';

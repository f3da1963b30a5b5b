// SPDX-License-Identifier: MIT
import './throws.mjs';

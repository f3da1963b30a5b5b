// SPDX-License-Identifier: MIT
import './broken.mjs';

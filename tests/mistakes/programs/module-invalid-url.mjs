// SPDX-License-Identifier: MIT
import 'https://example.com/a.js';

// SPDX-License-Identifier: MIT
import 'closed/inside.js';

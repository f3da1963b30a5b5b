// SPDX-License-Identifier: MIT
import './no-such-module.mjs';

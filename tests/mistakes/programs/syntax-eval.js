// SPDX-License-Identifier: MIT
eval('let x = (1');

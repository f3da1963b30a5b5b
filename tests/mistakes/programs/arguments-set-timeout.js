// SPDX-License-Identifier: MIT
setTimeout('code', 10);

// SPDX-License-Identifier: MIT
setInterval();

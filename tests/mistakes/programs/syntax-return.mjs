// SPDX-License-Identifier: MIT
return 1;

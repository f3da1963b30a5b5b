// SPDX-License-Identifier: MIT
[1, 2, 3].map((n) => n.toUpperCase());

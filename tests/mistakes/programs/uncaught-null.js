// SPDX-License-Identifier: MIT
throw null;

// SPDX-License-Identifier: MIT
throw undefined;

// SPDX-License-Identifier: MIT
atob('*');

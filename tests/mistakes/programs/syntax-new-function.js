// SPDX-License-Identifier: MIT
new Function('return {');

// SPDX-License-Identifier: MIT
new URL('nothing');

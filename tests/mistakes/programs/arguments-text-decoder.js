// SPDX-License-Identifier: MIT
new TextDecoder('nothing');

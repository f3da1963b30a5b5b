// SPDX-License-Identifier: MIT
Buffer.from('a', 'nothing');

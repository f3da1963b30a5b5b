// SPDX-License-Identifier: MIT
throw { code: 'E_OBJECT', list: [1, 2] };

// SPDX-License-Identifier: MIT
require('fs').writeFileSync('x', { a: 1 });

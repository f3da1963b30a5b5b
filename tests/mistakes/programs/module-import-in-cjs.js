// SPDX-License-Identifier: MIT
import fs from 'fs';
console.log(typeof fs);

// SPDX-License-Identifier: MIT
import { mkdir } from 'fs/promises';
await mkdir('folder');

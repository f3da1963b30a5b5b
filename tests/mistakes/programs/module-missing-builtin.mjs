// SPDX-License-Identifier: MIT
import { readFiles } from 'fs';

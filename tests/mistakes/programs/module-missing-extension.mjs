// SPDX-License-Identifier: MIT
import { value } from './lib';

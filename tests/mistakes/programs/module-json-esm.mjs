// SPDX-License-Identifier: MIT
import data from './data.json';

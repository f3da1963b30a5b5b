// SPDX-License-Identifier: MIT
require('http').request({ headers: { 'a b': 'c' } });

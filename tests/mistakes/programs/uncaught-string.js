// SPDX-License-Identifier: MIT
throw 'only a text';

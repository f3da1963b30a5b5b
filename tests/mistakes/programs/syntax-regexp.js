// SPDX-License-Identifier: MIT
const r = /(/;

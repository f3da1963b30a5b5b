// SPDX-License-Identifier: MIT
import './page.html';

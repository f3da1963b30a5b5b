// SPDX-License-Identifier: MIT
// run: -e let%20a%20=%20;

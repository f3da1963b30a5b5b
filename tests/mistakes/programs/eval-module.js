// SPDX-License-Identifier: MIT
// run: --input-type=module -e null.x

// SPDX-License-Identifier: MIT
import thing from 'no-such-package';

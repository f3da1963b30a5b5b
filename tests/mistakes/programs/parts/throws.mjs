// SPDX-License-Identifier: MIT
throw new Error('while loading');

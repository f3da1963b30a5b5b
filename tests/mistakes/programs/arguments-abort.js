// SPDX-License-Identifier: MIT
new AbortController().signal.throwIfAborted(); AbortSignal.abort().throwIfAborted();

// SPDX-License-Identifier: MIT
process.emitWarning('be careful');
process.emitWarning('again', { type: 'Other', code: 'W2', detail: 'more about it' });

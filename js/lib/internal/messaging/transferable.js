// SPDX-License-Identifier: MIT
// Methods of objects of the library that can be cloned or transferred (internal/structured_clone).
'use strict';

exports.kClone = Symbol('messaging_clone_symbol'); // gives { data, deserializeInfo }
// The same, and `this` is empty then; `transferList` has what data refers to and goes along.
exports.kTransfer = Symbol('messaging_transfer_symbol');
exports.kTransferList = Symbol('messaging_transfer_list_symbol');
exports.kDeserialize = Symbol('messaging_deserialize_symbol'); // takes data

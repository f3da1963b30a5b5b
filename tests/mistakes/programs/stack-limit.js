// SPDX-License-Identifier: MIT
// run: --stack-trace-limit=2 {}
function a() { b(); }
function b() { c(); }
function c() { throw new Error('short'); }
a();

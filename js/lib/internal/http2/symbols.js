// SPDX-License-Identifier: MIT
// The symbols of properties that sessions and streams of http2 share.
'use strict';

exports.kState = Symbol('state');
exports.kHandle = Symbol('handle');
exports.kId = Symbol('id');
exports.kServer = Symbol('server');
exports.kSession = Symbol('session');
exports.kSocket = Symbol('socket');
exports.kInit = Symbol('init');
exports.kMaybeDestroy = Symbol('maybe destroy');
exports.kProceed = Symbol('proceed');
exports.kActivity = Symbol('activity');
exports.kTimeout = Symbol('timeout');
exports.kOrigin = Symbol('origin');
exports.kSentHeaders = Symbol('sent headers');
exports.kSentInfo = Symbol('sent informational headers');
exports.kSentTrailers = Symbol('sent trailers');
exports.kCompat = Symbol('request and response');
exports.kAuthority = Symbol('authority');
exports.kProtocol = Symbol('protocol');
exports.kOptions = Symbol('options');
exports.kWritten = Symbol('written');
exports.kBegin = Symbol('begin response');

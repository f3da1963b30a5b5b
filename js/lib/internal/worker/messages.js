// SPDX-License-Identifier: MIT
// The messages of the errors of worker_threads, for internal/error_messages.js.
'use strict';

function path(filename) {
  return 'The worker script or module filename must be an absolute path or a relative path ' +
    `starting with './' or '../'.${filename.startsWith('file://') ?
      ' Wrap file:// URLs with `new URL`.' : ''}${/^data:(.*?),/.test(filename) ?
      ' Wrap data: URLs with `new URL`.' : ''} Received "${filename}"`;
}

function badOptions(errors, kind = 'execArgv option') {
  return `Initiated Worker with ${kind === 'execArgv option' ? 'invalid execArgv flags' :
    'invalid NODE_OPTIONS env variable'}: ${errors.join(', ')}`;
}

module.exports = {
  ERR_CLOSED_MESSAGE_PORT: ['Cannot send data on closed MessagePort', 'Error'],
  ERR_MESSAGE_TARGET_CONTEXT_UNAVAILABLE: [
    'A message object could not be deserialized successfully in the target vm.Context', 'Error'],
  ERR_WORKER_INIT_FAILED: ['Worker initialization failure: %s', 'Error'],
  ERR_WORKER_INVALID_EXEC_ARGV: [badOptions, 'Error'],
  ERR_WORKER_MESSAGING_ERRORED: [
    'The destination thread threw an error while processing the message', 'Error'],
  ERR_WORKER_MESSAGING_FAILED: ['Cannot find the destination thread or listener', 'Error'],
  ERR_WORKER_MESSAGING_SAME_THREAD: ['Cannot sent a message to the same thread', 'Error'],
  ERR_WORKER_MESSAGING_TIMEOUT: ['Sending a message to another thread timed out', 'Error'],
  ERR_WORKER_NOT_RUNNING: ['Worker instance not running', 'Error'],
  ERR_WORKER_OUT_OF_MEMORY: [
    'Worker terminated due to reaching memory limit: %s', 'Error'],
  ERR_WORKER_PATH: [path, 'TypeError'],
  ERR_WORKER_UNSERIALIZABLE_ERROR: [
    'Serializing an uncaught exception failed', 'Error'],
  ERR_WORKER_UNSUPPORTED_OPERATION: ['%s is not supported in workers', 'TypeError'],
};

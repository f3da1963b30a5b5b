// SPDX-License-Identifier: MIT
// fetch and what belongs to it: undici. Only the parts that a program uses are loaded.
'use strict';

const files = {
  CloseEvent: ['vendor/undici/web/websocket/events'],
  EventSource: ['vendor/undici/web/eventsource/eventsource'],
  fetch: ['vendor/undici/web/fetch/index'],
  FormData: ['vendor/undici/web/fetch/formdata'],
  Headers: ['vendor/undici/web/fetch/headers'],
  Request: ['vendor/undici/web/fetch/response', 'vendor/undici/web/fetch/request'],
  Response: ['vendor/undici/web/fetch/response'],
  WebSocket: ['vendor/undici/web/websocket/websocket'],
};

for (const name of Object.keys(files)) {
  Object.defineProperty(exports, name, {
    configurable: true,
    get() {
      let value;
      for (const file of files[name]) value = require(file)[name];
      if (name === 'fetch') value = withStack(value);
      Object.defineProperty(exports, name, { value });
      return value;
    },
  });
}

// An error's stack shows the caller, not undici's internals.
const withStack = (fetch) => (input, init) => fetch(input, init).catch((error) => {
  if (error && typeof error === 'object') Error.captureStackTrace(error);
  throw error;
});

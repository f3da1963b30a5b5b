// SPDX-License-Identifier: MIT
'use strict';
// koa: /hello and /json.
const Koa = require('koa');
const answers = require('./answers.cjs');

const app = new Koa();
app.use(async (context, next) => {
  await next();
  context.set('x-served-by', 'bench');
});
app.use(async (context) => {
  context.body = context.path === '/json' ? answers.json() : 'hello world';
});
answers.listen(app);

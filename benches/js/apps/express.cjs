// SPDX-License-Identifier: MIT
'use strict';
// express: /hello, /json, /text (a file of 100 KiB), and POST /size (a body that is parsed).
const express = require('express');
const answers = require('./answers.cjs');

const app = express();
app.get('/hello', (request, response) => response.send('hello world'));
app.get('/json', (request, response) => response.json(answers.json()));
app.post('/size', express.json({ limit: '1mb' }), (request, response) => {
  response.json({ rows: request.body.length });
});
app.use('/files', express.static(process.env.BENCH_DIRECTORY ?? __dirname));
answers.listen(app);

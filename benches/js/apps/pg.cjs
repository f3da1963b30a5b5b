// SPDX-License-Identifier: MIT
'use strict';
// A query to PostgreSQL for each request. PGHOST and its kin say where that is.
const http = require('node:http');
const { Pool } = require('pg');
const answers = require('./answers.cjs');

const pool = new Pool({ max: 8 });
answers.listen(http.createServer(async (request, response) => {
  try {
    const { rows } = await pool.query('select id, name, price from things where id = $1',
      [1 + Math.floor(Math.random() * 1000)]);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(rows[0]));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
}));

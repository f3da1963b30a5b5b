// SPDX-License-Identifier: MIT
'use strict';
// A query to SQLite, by a native addon, for each request.
const http = require('node:http');
const Database = require('libsql');
const answers = require('./answers.cjs');

const database = new Database(':memory:');
database.exec('create table things (id integer primary key, name text, price real)');
const insert = database.prepare('insert into things values (?, ?, ?)');
for (let id = 1; id <= 1000; id++) insert.run(id, `thing ${id}`, id * 1.5);
const select = database.prepare('select id, name, price from things where id = ?');
answers.listen(http.createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(select.get(1 + Math.floor(Math.random() * 1000))));
}));

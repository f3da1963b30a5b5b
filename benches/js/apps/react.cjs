// SPDX-License-Identifier: MIT
'use strict';
// React on the server: a page with a table of 100 rows.
process.env.NODE_ENV = 'production';
const http = require('node:http');
const { createElement: e } = require('react');
const { renderToString } = require('react-dom/server');
const answers = require('./answers.cjs');

const Cell = ({ children }) => e('td', { className: 'cell' }, children);
const Row = ({ number }) => e('tr', { id: `row-${number}` },
  e(Cell, null, number), e(Cell, null, `name ${number}`), e(Cell, null, number * 1.5),
  e(Cell, null, e('a', { href: `/rows/${number}` }, 'more')));
const Page = ({ rows }) => e('html', null, e('body', null,
  e('h1', null, 'Rows'), e('table', null, e('tbody', null,
    rows.map((number) => e(Row, { key: number, number }))))));

const rows = Array.from({ length: 100 }, (_, i) => i);
answers.listen(http.createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(renderToString(e(Page, { rows })));
}));

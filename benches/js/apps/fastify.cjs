// SPDX-License-Identifier: MIT
'use strict';
// fastify: /hello and /json (with a schema, as its users write it).
const fastify = require('fastify')();
const answers = require('./answers.cjs');

const schema = {
  response: { 200: { type: 'object', properties: {
    id: { type: 'number' }, name: { type: 'string' }, price: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' } }, at: { type: 'string' },
    stock: { type: 'object', properties: { here: { type: 'number' }, there: { type: 'number' } } },
  } } },
};
fastify.get('/hello', (request, reply) => { reply.send('hello world'); });
fastify.get('/json', { schema }, async () => answers.json());
fastify.listen({ port: 0, host: '127.0.0.1' }).then(() => {
  console.log(fastify.server.address().port);
});

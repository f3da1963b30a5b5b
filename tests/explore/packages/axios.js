// SPDX-License-Identifier: MIT
// Several requests over kept connections, and one that times out.
'use strict';
const assert = require('assert');
const http = require('http');
const axios = require('axios');
const { scene, work } = require('./scene');

scene(async () => {
  const server = http.createServer(async (query, response) => {
    if (query.url === '/never') return;
    await work();
    response.end(JSON.stringify({ url: query.url }));
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const httpAgent = new http.Agent({ keepAlive: true, maxSockets: 2 });
  const client = axios.create({ baseURL: `http://127.0.0.1:${server.address().port}`, httpAgent,
    proxy: false });
  const never = client.get('/never', { timeout: 60000, httpAgent: new http.Agent() })
    .catch((error) => error.code);
  const answers = await Promise.all(['/1', '/2', '/3'].map((path) => client.get(path)));
  assert.deepStrictEqual(answers.map(({ data }) => data.url), ['/1', '/2', '/3']);
  assert.strictEqual(await never, 'ECONNABORTED');
  httpAgent.destroy();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});

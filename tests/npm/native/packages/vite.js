// SPDX-License-Identifier: MIT
// vite 7: a build, and a dev server that transforms modules and TypeScript.
'use strict';
const assert = require('assert');
const { directory, request } = require('./help');

(async () => {
  const fs = require('fs');
  const path = require('path');
  const { build, createServer } = await import('vite');
  const root = directory({
    'index.html': '<div id="app"></div><script type="module" src="/main.ts"></script>',
    'main.ts': 'import "./a.css"; import { n } from "./n"; const x: number = n; ' +
      'document.title = `${x}`;',
    'n.ts': 'export const n: number = 41; export const unused = 1;',
    'a.css': 'a { color: red; & b { color: blue } }',
  });
  const quiet = { root, logLevel: 'silent', configFile: false };
  const { output } = await build(quiet);
  assert(output.some(({ fileName }) => fileName.endsWith('.css')));
  assert(fs.existsSync(path.join(root, 'dist/index.html')));
  assert(!output.some(({ code }) => code?.includes('unused')));

  const server = await createServer({ ...quiet, server: { host: '127.0.0.1', port: 0 } });
  await server.listen();
  const { port } = server.httpServer.address();
  const page = await request(port, { path: '/' });
  assert.match(page.body, /@vite\/client/);
  const script = await request(port, { path: '/main.ts' });
  assert.match(script.body, /from "\/n\.ts"/);
  assert(!script.body.includes(': number'));
  await server.close();
})();

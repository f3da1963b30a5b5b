// SPDX-License-Identifier: MIT
// nest: a server made of decorated classes, compiled by typescript.
'use strict';
const assert = require('assert');
require('reflect-metadata');
const { NestFactory } = require('@nestjs/core');
const ts = require('typescript');
const { request } = require('./help');

const { outputText } = ts.transpileModule(`
import { BadRequestException, Controller, Get, Injectable, Module, Param } from '@nestjs/common';
@Injectable() class Greeter { hello(name: string) { return 'hi ' + name; } }
@Controller('a') class Door {
  constructor(private readonly greeter: Greeter) {}
  @Get(':name') get(@Param('name') name: string) {
    if (name === 'nobody') throw new BadRequestException('who?');
    return { text: this.greeter.hello(name) };
  }
}
@Module({ controllers: [Door], providers: [Greeter] }) export class App {}
`, { compilerOptions: { module: 'commonjs', target: 'es2021', experimentalDecorators: true,
  emitDecoratorMetadata: true } });
const made = {};
new Function('exports', 'require', outputText)(made, require); // eslint-disable-line no-new-func

(async () => {
  const app = await NestFactory.create(made.App, { logger: false });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address();
  let answer = await request(port, { path: '/a/you' });
  assert.deepStrictEqual([answer.status, answer.body], [200, '{"text":"hi you"}']);
  answer = await request(port, { path: '/a/nobody' });
  assert.deepStrictEqual([answer.status, JSON.parse(answer.body).message], [400, 'who?']);
  answer = await request(port, { path: '/b' });
  assert.strictEqual(answer.status, 404);
  await app.close();
})();

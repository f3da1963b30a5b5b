// SPDX-License-Identifier: MIT
// inquirer: questions on a terminal; this program is its keyboard and screen.
import assert from 'node:assert';
import { PassThrough, Writable } from 'node:stream';
import inquirer from 'inquirer';

class Screen extends Writable {
  text = '';
  columns = 80;
  rows = 24;
  isTTY = true;

  _write(chunk, encoding, callback) {
    this.text += chunk;
    callback();
  }
}

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

// Asks one question, types these texts one after the other, and returns the answer.
async function ask(question, ...typed) {
  const input = new PassThrough();
  Object.assign(input, { isTTY: true, setRawMode() { return input; } });
  const output = new Screen();
  const prompt = inquirer.createPromptModule({ input, output });
  const answers = prompt([{ name: 'answer', message: 'Which?', ...question }]);
  answers.catch(() => {}); // it is awaited below
  for (let i = 0; i < 400 && !output.text.includes('Which?'); i++) await pause(10);
  for (const text of typed) {
    input.write(text);
    await pause(50);
  }
  return (await answers).answer;
}

const down = '\x1b[B';
const choices = ['red', 'green', 'blue'];
assert.strictEqual(await ask({ type: 'input' }, 'Anm', '\x7f', 'n', '\n'), 'Ann');
assert.strictEqual(await ask({ type: 'confirm' }, 'n', '\n'), false);
assert.strictEqual(await ask({ type: 'list', choices }, down, '\n'), 'green');
assert.deepStrictEqual(await ask({ type: 'checkbox', choices }, ' ', down, down, ' ', '\n'),
  ['red', 'blue']);
assert.strictEqual(await ask({ type: 'password', mask: '*' }, 'secret', '\n'), 'secret');
assert.strictEqual(await ask({ type: 'number' }, '42', '\n'), 42);
const stopped = ask({ type: 'input' }, '\x03').catch((error) => error);
assert.strictEqual((await stopped).name, 'ExitPromptError');

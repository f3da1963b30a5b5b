// SPDX-License-Identifier: MIT
// openai against a server in this process: a completion, a streamed one, an uploaded file, errors
// and retries.
import assert from 'assert';
import http from 'http';
import OpenAI from 'openai';

let refusals = 1;
const answer = (text) => ({
  id: 'x', object: 'chat.completion', created: 1, model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
});

function stream(res) {
  res.setHeader('content-type', 'text/event-stream');
  const words = ['Hel', 'lo ', '\u20ac'];
  const next = () => {
    const word = words.shift();
    if (word === undefined) {
      res.end('data: [DONE]\n\n');
      return;
    }
    res.write(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1,
      model: 'm', choices: [{ index: 0, delta: { content: word } }] })}\n\n`);
    setTimeout(next, 2);
  };
  next();
}

const server = http.createServer((req, res) => {
  const pieces = [];
  req.on('data', (piece) => pieces.push(piece));
  req.on('end', () => {
    const body = Buffer.concat(pieces).toString();
    res.setHeader('content-type', 'application/json');
    if (req.headers.authorization !== 'Bearer key') {
      res.statusCode = 401;
      res.end(JSON.stringify({ error: { message: 'wrong key', code: 'invalid_api_key' } }));
    } else if (req.url === '/v1/files') {
      res.end(JSON.stringify({ id: 'f', bytes: /filename="a\.jsonl"/.test(body) ? 1 : 0 }));
    } else if (JSON.parse(body).stream) {
      stream(res);
    } else if (refusals-- > 0) {
      res.writeHead(429, { 'retry-after-ms': '1' }).end('{"error":{"message":"slowly"}}');
    } else {
      res.end(JSON.stringify(answer(JSON.parse(body).messages[0].content.toUpperCase())));
    }
  });
});
server.listen(0, '127.0.0.1', async () => {
  const baseURL = `http://127.0.0.1:${server.address().port}/v1`;
  const client = new OpenAI({ apiKey: 'key', baseURL });
  const asked = { model: 'm', messages: [{ role: 'user', content: 'hi \u00e4' }] };
  const completion = await client.chat.completions.create(asked);
  assert.strictEqual(completion.choices[0].message.content, 'HI \u00c4');
  assert.strictEqual(refusals, -1);
  let text = '';
  for await (const chunk of await client.chat.completions.create({ ...asked, stream: true })) {
    text += chunk.choices[0].delta.content;
  }
  assert.strictEqual(text, 'Hello \u20ac');
  const file = await client.files.create({ purpose: 'batch',
    file: new File(['{"a":1}'], 'a.jsonl') });
  assert.strictEqual(file.bytes, 1);
  const wrong = new OpenAI({ apiKey: 'other', baseURL, maxRetries: 0 });
  await assert.rejects(wrong.chat.completions.create(asked), (error) =>
    error instanceof OpenAI.AuthenticationError && error.code === 'invalid_api_key');
  server.close();
  server.closeAllConnections();
});

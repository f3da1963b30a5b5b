// SPDX-License-Identifier: MIT
// WebAssembly.compileStreaming and instantiateStreaming take a Response, or a promise of one, and
// refuse anything else and other content types.
import assert from 'assert';

const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const answer = (init) => new Response(bytes,
  { headers: { 'content-type': 'application/wasm' }, ...init });
assert.ok(await WebAssembly.compileStreaming(answer()) instanceof WebAssembly.Module);
const { module, instance } = await WebAssembly.instantiateStreaming(Promise.resolve(answer()));
assert.ok(module instanceof WebAssembly.Module);
assert.ok(instance instanceof WebAssembly.Instance);

const refused = async (source, error) => {
  await assert.rejects(WebAssembly.compileStreaming(source), error);
  await assert.rejects(WebAssembly.instantiateStreaming(source), error);
};
const code = 'ERR_WEBASSEMBLY_RESPONSE';
await refused(bytes, { code: 'ERR_INVALID_ARG_TYPE' });
await refused(new Response(bytes), { code, message: /MIME type 'null'/ });
await refused(answer({ status: 404 }), { code, message: /status code 404/ });
const used = answer();
await used.text();
await refused(used, { code, message: /already been used/ });
await assert.rejects(WebAssembly.compileStreaming(new Response('no module',
  { headers: { 'content-type': 'application/wasm' } })), WebAssembly.CompileError);

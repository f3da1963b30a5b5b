// SPDX-License-Identifier: MIT
// `await` outside of functions in all places where it is allowed.
import assert from 'assert';

const seen = []
await 0
seen.push(1)
await Promise.resolve(2) + seen.push(2)
const [a, b] = [await 1, await 2]
seen.push(`${await a}${await b}`)
if (await true) seen.push(await 'if'); else await 0
for (let i = await 0; i < await 2; i += await 1) seen.push(i);
switch (await 1) { case await 1: seen.push('case'); }
const object = { [await 'key']: await 1, async method() { return await 5; } };
class Named extends (await Object) { [await 'method']() { return 'method'; } static x = 1; }
seen.push(object.key, await object.method(), new Named().method())
label: { await 0; break label; }
try { await Promise.reject(new Error('no')); } catch (error) { seen.push(error.message); }
try { throw await 'thrown'; } catch (error) { seen.push(error); } finally { await 0; }
const value = await
  'next line'
seen.push(value, await (async () => 7)(), (await 1) ? await 'yes' : await 'no')
seen.push(-(await 1), typeof await 1, !await 0, (await { x: [1] }).x[0])
export default await 'default'
const arrow = async (x = 1) => { for await (const y of [x]) return y; };
seen.push(await arrow())
assert.deepStrictEqual(seen, [1, 2, '12', 'if', 0, 1, 'case', 1, 5, 'method', 'no', 'thrown',
  'next line', 7, 'yes', -1, 'number', true, 1, 1]);

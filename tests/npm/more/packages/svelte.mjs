// SPDX-License-Identifier: MIT
// svelte: a component is compiled for the server and rendered.
import assert from 'node:assert';
import fs from 'node:fs';
import { compile } from 'svelte/compiler';
import { render } from 'svelte/server';

const file = new URL('../made.svelte.mjs', import.meta.url);
const { js } = compile(`<script>let { name } = $props(); let n = $state(1);</script>
<h1 class="a">Hi {name} {n}</h1>{#each [1, 2] as x}<b>{x}</b>{/each}`,
{ generate: 'server', filename: 'A.svelte' });
fs.writeFileSync(file, js.code);
const { default: component } = await import(file);
const { body } = render(component, { props: { name: '<you>' } });
assert.strictEqual(body.replace(/<!--.*?-->/g, ''),
  '<h1 class="a">Hi &lt;you> 1</h1><b>1</b><b>2</b>');
assert.throws(() => compile('<p>{#if}', { filename: 'B.svelte' }), /B.svelte|expression|Expected/);
fs.unlinkSync(file);

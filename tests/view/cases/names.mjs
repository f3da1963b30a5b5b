// SPDX-License-Identifier: MIT
// Proves that the page uses the names in the header, not numbers; that it handles unknown names, a
// clock that stands still and older browsers; and that it shows names given by the program as text,
// whatever they are.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecording } from '../feed.mjs';

const PAGES = join(process.env.GYRE_VIEW, 'pages');

// The same recording with every list of names in another order, and some more names in it.
function renumbered(name) {
  const { header, items } = readRecording(name);
  const turned = { ...header };
  const turn = (list, at) => {
    const names = ['brand-new', ...header[list]].reverse();
    turned[list] = names;
    return (item) => { item[at] = names.indexOf(header[list][item[at]]); };
  };
  const events = header.events;
  const setKind = turn('kinds', 37);
  const setPhase = turn('phases', 37);
  const setReason = turn('reasons', 37);
  const setEvent = turn('events', 36);
  turned.objects = header.objects.map(([kind, label]) =>
    [turned.kinds.indexOf(header.kinds[kind]), label]);
  turned.labels = header.labels.map(([label, site]) =>
    (label === 'onTimeout' ? ['<img src=x onerror=alert(1)></script>', site] : [label, site]));
  turned.program = '<b>order</b>';
  const changed = items.map((given) => {
    const item = Buffer.from(given);
    const event = events[item[36]];
    if (event === 'phase' || event === 'limit') setPhase(item);
    else if (event === 'sleep') setReason(item);
    else setKind(item);
    setEvent(item);
    return item;
  });
  return { header: turned, items: changed };
}

function write(name, { header, items }) {
  const json = JSON.stringify(header).replaceAll('<', '\\u003c');
  const page = readFileSync(join(PAGES, '..', 'page.html'), 'utf8').replace('<!--TRACE-->', () =>
    `<script id="trace" type="application/json">${json}</script>` +
    `<script id="items" type="application/octet-stream">${Buffer.concat(items).toString('base64')}</script>`);
  writeFileSync(join(PAGES, `${name}.html`), page);
}

const sentences = (page) => page.evaluate(() => {
  const { playhead } = window.gyre;
  const all = [];
  for (let step = 0; step < playhead.steps.count; step++) {
    playhead.go(step);
    all.push(document.getElementById('sentence').textContent);
  }
  return all;
});

export default async function (t) {
  write('names', renumbered('order'));
  const plain = await sentences(await t.open('order'));
  const page = await t.open('names');
  const turned = await sentences(page);
  t.equal(turned.map((s) => s.replaceAll('<img src=x onerror=alert(1)></script>', 'onTimeout')), plain,
    'the same story');
  t.equal(await page.textContent('#program'), '<b>order</b>', 'the program as text');
  t.check(turned.some((s) => s.includes('<img src=x')), 'the function as text');
  t.equal(await page.$$eval('img', (all) => all.length), 0, 'no element came of it');

  const timeless = (all) => all.map((s) => s.replace(/(scheduled|due in|due|took) .*/, ''));
  const virtual = await t.open('virtual');
  t.equal(timeless(await sentences(virtual)), timeless(plain), 'the same story without time');
  await t.shot(virtual, 'virtual');

  const older = await t.open('order', { first: () => { delete Uint8Array.fromBase64; } });
  t.equal(await sentences(older), plain, 'a browser that cannot read base64 by itself');

  const empty = await t.open('empty');
  for (const key of ['j', 'l', 'p', '+', '0', 'n', 'c', 'f', 'w']) await empty.keyboard.press(key);
  for (const tab of ['slowest', 'functions', 'turns', 'pool', 'lag', 'output']) {
    await empty.click(`#tab-${tab}`);
  }
  t.check(/nothing/i.test(await empty.textContent('#sentence')), 'an empty recording says so');
  await t.shot(empty, 'empty');
}

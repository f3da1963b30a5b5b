// SPDX-License-Identifier: MIT
// Proves that in live mode items, names and figures of a running program appear as they come, that
// the timeline follows their end until the user moves it, that starving is red, that a lost
// connection is restored, and that the end of the program is shown.
import { Feed, byEnd, endOf, readRecording } from '../feed.mjs';

// Sends the items of a recording in batches, with the figures in between, as if live.
async function play(feed, items, from, to, pause = 15) {
  let batch = [];
  let next = from + 10e6;
  for (const item of byEnd(items)) {
    if (endOf(item) <= from || endOf(item) > to) continue;
    batch.push(item);
    if (endOf(item) < next) continue;
    feed.sendItems(batch);
    feed.stats(endOf(item));
    batch = [];
    next = endOf(item) + 10e6;
    await new Promise((resolve) => { setTimeout(resolve, pause); });
  }
  feed.sendItems(batch);
  feed.stats(Math.min(to, 500e6));
}

export default async function (t) {
  t.expected = /ERR_(INCOMPLETE_CHUNKED_ENCODING|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/;
  const { header, items } = readRecording('server');
  const names = header.labels.length - 3;
  const early = { ...header, labels: header.labels.slice(0, names), duration: 0, count: 0 };
  const feed = new Feed();
  const url = await feed.start();
  t.after.push(() => feed.stop());
  feed.greeting = Feed.message('header', early);
  const page = await t.open(url);
  await t.until(page, () => window.gyre.model.header.pid === 4711);
  t.equal(await page.textContent('#live-state'), 'live', 'state');

  feed.send('names', { labels: { from: names, add: header.labels.slice(names) } });
  await play(feed, items, 0, 200e6);
  const half = items.filter((item) => endOf(item) <= 200e6).length;
  await t.until(page, () => window.gyre.model.lastEnd >= 200e6);
  await page.waitForTimeout(100);
  t.equal(await page.evaluate(() => window.gyre.model.count), half, 'items that have come');
  const panel = await page.innerText('#live');
  for (const text of ['42 %', '2.50 ms', '1 of 4', 'listen server.js:30:8', '3 ×']) {
    t.check(panel.includes(text), `the figures have ${text}: ${panel}`);
  }
  t.check((await page.textContent('.ring .hue-poll .number')) === '150/s', 'rates in the ring');
  for (let i = 0; i < 6; i++) await page.click('#zoom-in');
  t.equal(await page.getAttribute('#follow', 'aria-pressed'), 'true', 'zooming does not stop it');
  const range = () => page.evaluate(() => window.gyre.timeline.geometry.to);
  await page.waitForTimeout(500);
  t.equal(await range(), 200e6, 'the view is at the end');
  await play(feed, items, 200e6, 400e6);
  await page.waitForTimeout(500);
  t.equal(await range(), 400e6, 'the view follows the end');
  await t.shot(page);

  await page.mouse.move(700, 250);
  await page.mouse.down();
  await page.mouse.move(1000, 250, { steps: 4 });
  await page.mouse.up();
  t.equal(await page.getAttribute('#follow', 'aria-pressed'), 'false', 'a drag stops following');
  const held = await range();
  feed.stats(450e6);
  await page.waitForTimeout(150);
  t.equal(await range(), held, 'the view stays');
  await page.click('#follow');
  await page.waitForTimeout(150);
  t.check((await range()) !== held, 'follow again');

  feed.stats(460e6, { starving: 3.2e8, inside: { kind: 'tick', label: 'spin app.js:3:9', for: 3.2e8 } });
  await page.waitForSelector('#alarm:not([hidden])');
  t.check(/Starved: tick spin app\.js:3:9.*320 ms/.test(await page.textContent('#alarm')), 'the alarm');
  await page.waitForTimeout(60);
  await t.shot(page, 'starved');
  feed.stats(470e6);
  await page.waitForSelector('#alarm', { state: 'hidden' });

  feed.cut();
  await t.until(page, () => /reconnecting/.test(document.getElementById('live-state').textContent));
  await t.until(page, () => document.getElementById('live-state').textContent === 'live');
  t.check((await page.evaluate(() => window.gyre.model.count)) >= half, 'what was there is kept');
  await play(feed, items, 350e6, Infinity, 2); // some of it once more
  await t.until(page, () => window.gyre.model.id[0] === 1);
  await page.waitForTimeout(100);
  t.equal(await page.evaluate(() => {
    const { model } = window.gyre;
    return [model.count, [...model.id.subarray(0, model.count)].every((id, i) => id === i + 1)];
  }), [items.length, true], 'in the end all are there, in order');

  await feed.stop();
  t.after.pop();
  await t.until(page, () => /ended/.test(document.getElementById('live-state').textContent), 30_000);
  await page.keyboard.press('h');
  t.check(/recording ends/.test(await page.textContent('#sentence')), 'the walk begins at the end');
  await page.keyboard.press('h');
  t.check(/is called|hears that/.test(await page.textContent('#sentence')), 'it can still be walked through');
  await t.shot(page, 'ended');
}

// SPDX-License-Identifier: MIT
// Proves that search finds by function, by kind and by file, shows how many, goes from hit to hit
// both ways, and marks the hits.

export default async function (t) {
  const page = await t.open('server');
  const count = () => page.textContent('#search-count');
  const expected = await page.evaluate(() => {
    const { model } = window.gyre;
    const all = [...Array(model.count).keys()];
    const called = (i) => model.eventName(i) === 'call';
    return {
      heartbeats: all.filter((i) => called(i) && model.labels[model.label[i]][0] === 'heartbeat').length,
      immediates: all.filter((i) => called(i) && model.kindName(i) === 'immediate').length,
    };
  });
  t.check(expected.heartbeats > 10 && expected.immediates > 10, 'there is something to find');

  await page.keyboard.press('/');
  await page.keyboard.type('heartbeat');
  for (let tries = 0; tries < 500 && await count() !== `${expected.heartbeats} hits`; tries++) {
    await page.waitForTimeout(20); // the first letters may have been searched for already
  }
  t.equal(await count(), `${expected.heartbeats} hits`, 'found by function');
  await page.keyboard.press('Enter');
  t.equal(await count(), `1 of ${expected.heartbeats}`, 'the first hit');
  t.equal(await page.textContent('#panel-details h3'), 'heartbeat', 'the hit is shown');
  await page.keyboard.press('Enter');
  await page.click('#search-next');
  t.equal(await count(), `3 of ${expected.heartbeats}`, 'the third hit');
  await page.click('#search-previous');
  t.equal(await count(), `2 of ${expected.heartbeats}`, 'back to the second');
  await t.shot(page);

  await page.fill('#search', 'IMMEDIATE');
  await page.keyboard.press('Enter');
  t.equal(await count(), `1 of ${expected.immediates}`, 'found by kind, in any case');
  await page.fill('#search', 'emitreadable');
  await page.keyboard.press('Enter');
  t.check(/^1 of \d+/.test(await count()), 'capital letters make no difference');
  await page.fill('#search', 'server.js:41');
  await page.keyboard.press('Enter');
  t.equal(await count(), `1 of ${expected.heartbeats}`, 'found by file and line');
  await page.fill('#search', 'no such thing');
  await page.keyboard.press('Enter');
  t.equal(await count(), 'no hits', 'nothing is found where nothing is');
  t.check(await page.isDisabled('#search-next'), 'there is no next hit');
  await page.keyboard.press('Escape');
  t.equal(await count(), '', 'Escape clears');
}

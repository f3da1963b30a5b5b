// SPDX-License-Identifier: MIT
// Proves that a click on the timeline shows what a callback is and what caused it, that the chain
// of causes can be followed up to the start of the program and down again, and that it is drawn.

// Zooms to the nth callback of this name, and returns its position on the screen.
const place = (page, name, nth) => page.evaluate(([wanted, n]) => {
  const { model, timeline } = window.gyre;
  let left = n;
  for (let i = 0; i < model.count; i++) {
    if (model.eventName(i) !== 'call' || model.nameOf(i) !== wanted || left-- > 0) continue;
    const half = 3e6;
    timeline.geometry.show(model.start[i] - half, model.start[i] + half);
    timeline.redraw(true);
    const box = timeline.geometry.box(i);
    const canvas = document.getElementById('canvas').getBoundingClientRect();
    return { x: canvas.left + box.x + box.width / 2, y: canvas.top + box.y + box.height / 2,
      id: model.id[i] };
  }
  return null;
}, [name, nth]);

export default async function (t) {
  const page = await t.open('server');
  const title = () => page.textContent('#panel-details h3');
  const sent = await place(page, 'onSent', 60);
  await page.mouse.move(sent.x, sent.y);
  await page.waitForSelector('#tooltip:not([hidden])');
  const tip = await page.innerText('#tooltip');
  t.check(/^onSent/.test(tip) && /write/.test(tip) && /server\.js:23:30/.test(tip) &&
    /took\s*\d/.test(tip) && /because of\s*onFile/.test(tip), `the tooltip tells all: ${tip}`);
  await page.mouse.click(sent.x, sent.y);
  t.equal(await title(), 'onSent', 'what was clicked');
  t.equal(await page.evaluate(() => window.gyre.selected), sent.id, 'the very item');
  t.equal(await page.evaluate(() => window.gyre.timeline.state.chain.length), 3, 'links of the chain');
  const details = await page.innerText('#panel-details');
  t.check(/callback, write #\d+/.test(details) && /server\.js:23:30/.test(details), details);
  await t.shot(page, 'arrow');

  t.equal(await page.$$eval('#causes b', (all) => all.map((b) => b.textContent)),
    ['onFile', 'onRequest', 'main'], 'the chain of causes');
  for (const name of ['onFile', 'onRequest', 'main']) {
    await page.click('#causes li:first-child .link');
    t.equal(await title(), name, 'one up the chain');
  }
  t.equal(await page.$('#causes'), null, 'nothing led to the program itself');
  await page.click('#effects .link:has-text("onRequest")');
  t.equal(await title(), 'onRequest', 'down: what the program scheduled');
  await page.click('#effects .link:has-text("onFile")');
  t.equal(await title(), 'onFile', 'further down');
  await page.click('#effects .link:has-text("onSent")');
  t.equal(await title(), 'onSent', 'to the end');
  await page.keyboard.press('c');
  t.equal(await title(), 'onFile', 'the key c goes to the cause');
  await page.keyboard.press('e');
  t.equal(await title(), 'onSent', 'the key e goes to the effect');
  await page.keyboard.press('Escape');
  t.equal(await page.$('#panel-details h3'), null, 'Escape selects nothing');
}

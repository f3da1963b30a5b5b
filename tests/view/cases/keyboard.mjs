// SPDX-License-Identifier: MIT
// Proves that the page can be used without a pointer: everything can be reached by Tab with a
// visible focus, has a name, and the help lists the keys.

export default async function (t) {
  const page = await t.open('order');
  const reached = [];
  let ends = 0;
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const now = await page.evaluate(() => {
      const { activeElement: e } = document;
      const { outlineStyle, outlineWidth } = getComputedStyle(e);
      const name = e.getAttribute('aria-label') || e.textContent.trim() || e.placeholder ||
        document.getElementById(e.getAttribute('aria-labelledby'))?.textContent;
      return { id: e.id, tag: e.tagName, name, seen: outlineStyle !== 'none' && outlineWidth !== '0px' };
    });
    if (now.tag === 'BODY') { // the end of the page; some browsers start in the middle of it
      if (++ends === 2) break;
      continue;
    }
    t.check(now.seen, `the focus is seen on ${now.tag} ${now.id}`);
    t.check(now.name, `${now.tag} ${now.id} has a name`);
    reached.push(now.id);
  }
  for (const id of ['search', 'canvas', 'splitter', 'play', 'step-range', 'tab-details', 'theme']) {
    t.check(reached.includes(id), `${id} is reached by Tab`);
  }
  await page.focus('#tab-details');
  await page.keyboard.press('ArrowRight');
  t.equal(await page.getAttribute('#tab-slowest', 'aria-selected'), 'true', 'arrows change tabs');
  await page.focus('#splitter');
  const height = () => page.evaluate(() => document.getElementById('timeline').clientHeight);
  const before = await height();
  await page.keyboard.press('ArrowDown');
  t.check(await height() > before, 'arrows move the splitter');
  await page.keyboard.press('?');
  t.check(await page.isVisible('#help'), 'the help opens');
  t.check((await page.innerText('#help')).includes('next callback'), 'the help lists keys');
  await t.shot(page, 'help');
  await page.keyboard.press('Escape');
  t.check(!(await page.isVisible('#help')), 'the help closes');
}

// SPDX-License-Identifier: MIT
// Proves that wheel, drag, keys, overview and the buttons move the timeline as the help says.

const range = (page) => page.evaluate(() => {
  const { from, to } = window.gyre.timeline.geometry;
  return { from, to, span: to - from, middle: (from + to) / 2 };
});

export default async function (t) {
  const page = await t.open('server');
  const whole = await range(page);
  const time = await page.evaluate(() => window.gyre.timeline.geometry.time(600));
  await page.mouse.move(600, 200);
  for (let i = 0; i < 5; i++) await page.mouse.wheel(0, -200);
  await page.waitForTimeout(100);
  const near = await range(page);
  t.check(near.span < whole.span / 5, 'the wheel zooms in');
  const still = await page.evaluate(() => window.gyre.timeline.geometry.time(600));
  t.check(Math.abs(still - time) < near.span / 500, 'what is under the pointer stays there');

  await page.mouse.down();
  await page.mouse.move(400, 200, { steps: 5 });
  await page.mouse.up();
  const dragged = await range(page);
  const moved = (dragged.from - near.from) / (near.span / (1280 - 104));
  t.check(Math.abs(moved - 200) < 3, `a drag moves by as many pixels: ${moved}`);

  await page.mouse.wheel(300, 0);
  await page.waitForTimeout(60);
  t.check((await range(page)).from > dragged.from, 'a wheel to the side pans');

  await page.focus('#canvas');
  const before = await range(page);
  await page.keyboard.press('ArrowRight');
  t.check((await range(page)).from > before.from, 'the right arrow pans');
  await page.keyboard.press('ArrowUp');
  t.check((await range(page)).span < before.span, 'the up arrow zooms in');
  await page.keyboard.press('Home');
  t.check((await range(page)).from <= 0, 'Home goes to the start');
  await page.keyboard.press('End');
  t.check((await range(page)).to >= 4e8, 'End goes to the end');
  await page.keyboard.press('0');
  t.check(Math.abs((await range(page)).span - whole.span) < 1, '0 shows all');
  await page.click('#zoom-in');
  t.check((await range(page)).span < whole.span * 0.7, 'the button zooms in');

  await page.mouse.click(104 + (1280 - 104) * 0.75, 56);
  const { middle } = await range(page);
  t.check(Math.abs(middle - whole.to * 0.75) < whole.to * 0.05, 'a click on the overview goes there');
  await page.click('#zoom-all');
  t.check(Math.abs((await range(page)).span - whole.span) < 1, 'the button shows all');
}

// SPDX-License-Identifier: MIT
// Proves that the page is light or dark as the system prefers, that the user can choose otherwise,
// and that the timeline's colours follow.

const look = (page) => page.evaluate(() => {
  const canvas = document.getElementById('canvas');
  const [r, g, b] = canvas.getContext('2d').getImageData(canvas.width - 20, canvas.height - 20, 1, 1).data;
  const color = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
  return { page: color[0] < 100 ? 'dark' : 'light', canvas: r + g + b < 300 ? 'dark' : 'light' };
});
const DARK = { page: 'dark', canvas: 'dark' };
const LIGHT = { page: 'light', canvas: 'light' };

export default async function (t) {
  t.expected = /willReadFrequently/; // caused by this test itself
  const page = await t.open('server', { colorScheme: 'dark' });
  t.equal(await look(page), DARK, 'as the system prefers');
  await page.evaluate(() => {
    window.gyre.timeline.geometry.show(100e6, 110e6);
    window.gyre.timeline.redraw();
    for (let i = 0; i < 400; i++) window.gyre.playhead.nextCall(1);
  });
  await page.waitForTimeout(400);
  await t.shot(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForTimeout(100);
  t.equal(await look(page), LIGHT, 'the system prefers the other');
  await t.shot(page, 'light');
  await page.click('#theme');
  await page.waitForTimeout(100);
  t.equal(await look(page), DARK, 'chosen by hand');
  await page.reload();
  await t.until(page, () => window.gyre?.drawnMs > 0);
  t.equal(await look(page), DARK, 'the choice is remembered');
}

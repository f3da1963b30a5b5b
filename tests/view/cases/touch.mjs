// SPDX-License-Identifier: MIT
// Proves that on a narrow screen the page fits the width, one finger pans and two fingers zoom.

export default async function (t) {
  const page = await t.open('server', { viewport: { width: 390, height: 844 }, hasTouch: true,
    isMobile: true, deviceScaleFactor: 2 });
  const across = await page.evaluate(() => document.documentElement.scrollWidth);
  t.equal(across, 390, 'width of the page');
  const touch = await page.context().newCDPSession(page);
  const send = (type, points) => touch.send('Input.dispatchTouchEvent', { type,
    touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const box = await page.locator('#canvas').boundingBox();
  const y = box.y + 200;
  const range = () => page.evaluate(() => {
    const { from, span } = window.gyre.timeline.geometry;
    return { from, span };
  });

  const whole = await range();
  await send('touchStart', [[200, y], [240, y]]);
  for (let i = 1; i <= 10; i++) await send('touchMove', [[200 - i * 7, y], [240 + i * 7, y]]);
  await send('touchEnd', []);
  const pinched = await range();
  t.check(pinched.span < whole.span / 2, `two fingers zoom in: ${pinched.span / whole.span}`);

  await send('touchStart', [[300, y]]);
  for (let i = 1; i <= 10; i++) await send('touchMove', [[300 - i * 10, y]]);
  await send('touchEnd', []);
  t.check((await range()).from > pinched.from, 'one finger pans');
  await page.evaluate(() => { for (let i = 0; i < 30; i++) window.gyre.playhead.nextCall(1); });
  await t.shot(page, '', { fullPage: true });
}

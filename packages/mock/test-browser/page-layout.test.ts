import { expect, test } from 'vitest';
import { overflow, violations } from '../../../tools/browser/inspect-page.ts';
import { book, openPage } from './open-page.ts';
import { booking, expectNoErrors, usePage } from './use-page.ts';

const setup = usePage();

test.each([1200, 1280, 1440])(
  'the page shows the whole state diagram, and all controls in one row, at a width of %i px',
  async (width) => {
    await book(setup.mock, booking);
    const { page } = await openPage(setup.browser, setup.mock.url, {
      viewport: { width, height: 900 },
    });
    const drawing = page.locator('.drawing').first();
    await drawing.waitFor();
    expect(
      await drawing.evaluate((place) => place.scrollWidth - place.clientWidth),
    ).toBeLessThanOrEqual(0);
    const tops = await page
      .locator('.controls .group')
      .evaluateAll((groups) => groups.map((group) => group.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  },
);

test('the page scrolls a wide state diagram to the current status, and keeps the speed beside its label, in a narrow window', async () => {
  const { id } = await book(setup.mock, booking);
  const { page } = await openPage(setup.browser, setup.mock.url, {
    viewport: { width: 390, height: 844 },
  });
  setup.mock.advanceBooking(id, 'delivered');
  await expect.poll(() => page.locator('.badge').first().textContent()).toBe('delivered');
  const isInView = (): Promise<boolean> =>
    page.evaluate(() => {
      const [place, state] = ['.drawing', '.state.now rect'].map((one) =>
        document.querySelector(one)?.getBoundingClientRect(),
      );
      return (
        place !== undefined &&
        state !== undefined &&
        state.left >= place.left &&
        state.right <= place.right
      );
    });
  await expect.poll(isInView).toBe(true);
  const [label, speed] = await Promise.all([
    page.getByText('Speed', { exact: true }).boundingBox(),
    page.getByLabel('Speed').boundingBox(),
  ]);
  if (label === null || speed === null) throw new Error('The speed is not shown.');
  expect(Math.abs(label.y + label.height / 2 - speed.y - speed.height / 2)).toBeLessThan(
    speed.height / 2,
  );
});

test.each([
  ['light', 'wide', { width: 1400, height: 1000 }],
  ['light', 'narrow', { width: 360, height: 800 }],
  ['dark', 'wide', { width: 1400, height: 1000 }],
  ['dark', 'narrow', { width: 360, height: 800 }],
] as const)(
  'the page has no accessibility violations and no horizontal overflow in the %s color scheme in a %s window',
  async (colorScheme, width, viewport) => {
    setup.mock.setWebhooks({ lastmile: { url: setup.receiverUrl } });
    const { id } = await book(setup.mock, booking);
    setup.mock.advanceBooking(id, 'picked_up');
    await book(setup.mock, { ...booking, external_reference: 'second', packages: 'none' }).catch(
      () => {},
    );
    setup.mock.createOrder();
    const opened = await openPage(setup.browser, setup.mock.url, { colorScheme, viewport });
    await opened.page.locator('.attempts li').first().waitFor();
    expect(await violations(opened.page)).toEqual([]);
    expect(await overflow(opened.page)).toBeLessThanOrEqual(0);
    if (process.env.PAGE_PICTURES)
      await opened.page.screenshot({
        path: `${process.env.PAGE_PICTURES}/${colorScheme}-${width}.png`,
      });
    expectNoErrors(opened);
  },
);

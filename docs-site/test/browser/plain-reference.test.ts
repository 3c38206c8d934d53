import { describe, expect, inject, test } from 'vitest';
import { overflow } from '../../../tools/browser/inspect-page.ts';
import { interfaces } from '../../src/site.ts';
import { inBrowser } from '../support/browser/launch.ts';
import { open } from '../support/browser/open-page.ts';

const address = inject('address');

const browser = inBrowser();

const widths = [
  ['wide', { width: 1280, height: 900 }],
  ['narrow', { width: 390, height: 844 }],
] as const;

/** Anchors of several kinds, below sections that the browser has not laid out. */
const anchors = [
  'setstorestatus',
  'submitmenu-responses',
  'example-malformed_json',
  'header-retry-after',
  'machine-orderstatus',
  'scenarios',
];

describe.each(widths)('a deep link into the plain reference, in a %s window', (_, viewport) => {
  test.each(anchors)('scrolls to #%s without a later layout shift', async (anchor) => {
    const { page } = await open(browser(), `${address}/marketplace/reference#${anchor}`, {
      viewport,
    });
    const bar = await page
      .locator('.bar')
      .evaluate((one) =>
        getComputedStyle(one).position === 'sticky' ? one.getBoundingClientRect().height : 0,
      );
    const top = (): Promise<number> =>
      page.locator(`[id="${anchor}"]`).evaluate((one) => one.getBoundingClientRect().top);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const first = await top();
    expect(first).toBeGreaterThanOrEqual(bar);
    expect(first).toBeLessThan(bar + 60);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(Math.abs((await top()) - first)).toBeLessThan(4);
  });
});

test.each(interfaces)(
  'the plain %s reference fits the width of a phone when all details are open',
  async (name) => {
    const opened = await open(browser(), `${address}/${name}/reference`, {
      viewport: widths[1][1],
    });
    await opened.page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    expect(await overflow(opened.page)).toBeLessThanOrEqual(0);
  },
);

test('without JavaScript, the plain reference links a response to its schema, and a code to its entry', async () => {
  const { page, crossOriginRequests } = await open(
    browser(),
    `${address}/lastmile/reference#createbooking-responses`,
    { javaScriptEnabled: false },
  );
  await page
    .locator('[id="createbooking-201"]')
    .getByRole('link', { name: 'Booking', exact: true })
    .click();
  expect(page.url()).toMatch(/#schema-booking$/);
  await page.goBack();
  await page
    .locator('[id="createbooking-422"] + dd')
    .getByRole('link', { name: 'not_serviceable', exact: true })
    .first()
    .click();
  await page.waitForURL(/\/errors(?:\.html)?#not_serviceable$/);
  expect(crossOriginRequests).toEqual([]);
});

test('the interactive and the plain reference link to each other', async () => {
  const { page } = await open(browser(), `${address}/lastmile/reference#createbooking`, {
    viewport: widths[0][1],
  });
  await page
    .locator('#createbooking ~ dl')
    .first()
    .getByRole('link', { name: 'Create a booking' })
    .click();
  await page.waitForURL(/\/lastmile\/#\/bookings\/createbooking$/);
  await page.locator('main').getByRole('link', { name: 'Plain reference' }).first().click();
  await page.waitForURL(/\/lastmile\/reference(?:\.html)?#createbooking$/);
});

test('the plain reference shows collapsed details in print', async () => {
  const { page } = await open(browser(), `${address}/lastmile/reference`, {
    viewport: widths[0][1],
  });
  const example = page.locator('[id="example-dinner_booking_request"] pre');
  expect(
    await example.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: false })),
  ).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(
    await example.evaluate(
      (one) => one.checkVisibility() && one.getBoundingClientRect().height > 300,
    ),
  ).toBe(true);
});

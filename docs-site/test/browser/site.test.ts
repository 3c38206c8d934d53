import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { overflow, violations } from '../../../tools/browser/inspect-page.ts';
import { entries } from '../../src/guides/manifest.ts';
import { routeOf } from '../../src/routes.ts';
import { contractOf, defaultSite, interfaces } from '../../src/site.ts';
import { inBrowser } from '../support/browser/launch.ts';
import { type Opened, open } from '../support/browser/open-page.ts';

const address = inject('address');
const contracts = interfaces.map((name) => contractOf(defaultSite, name));
const targets = contracts.flatMap((contract) =>
  [...contract.operations, ...contract.webhooks].map(({ id, tag, summary }) => ({
    id,
    summary,
    path: `/${contract.name}/${routeOf({ tag, id })}`,
  })),
);

const webhooks = new Set(contracts.flatMap((contract) => contract.webhooks.map(({ id }) => id)));

const browser = inBrowser();

const wide = { width: 1280, height: 900 };
const narrow = { width: 390, height: 844 };
const path = (id: string): string => targets.find((target) => target.id === id)?.path ?? id;
const summary = (id: string): string => targets.find((target) => target.id === id)?.summary ?? id;

/** Returns the section of an operation or webhook. */
const section = (page: Page, id: string): Locator =>
  page.locator(`[data-section-id="${path(id).replace(/^.*#/, '')}"]`);
const heading = (page: Page, id: string): Locator =>
  section(page, id)
    .locator('h2')
    .filter({ hasText: summary(id) });

function expectNoErrors({ consoleErrors, crossOriginRequests, failures }: Opened): void {
  expect({ consoleErrors, crossOriginRequests, failures }).toEqual({
    consoleErrors: [],
    crossOriginRequests: [],
    failures: [],
  });
}

test.each(['createBooking', 'setOrderStatus'])(
  'the reference opens at %s on a phone without a layout shift',
  async (id) => {
    const { page } = await open(browser(), `${address}/guides`, { viewport: narrow });
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          Object.assign(window, { shift: (window as unknown as Shifted).shift + entry.value });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${address}${path(id)}`);
    // Redoc has added the sections before the operation.
    await page.waitForFunction(() => scrollY > 150);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(await page.evaluate(() => (window as unknown as Shifted).shift)).toBeLessThan(0.05);
  },
);

interface Shifted {
  /** Sum of all layout shifts since the page opened. */
  shift: number;
}

const guides = entries.flatMap(({ guide }) => guide ?? []);

describe.each([
  ['the landing page', '/'],
  ['the list of guides', '/guides'],
  ['a quickstart', '/quickstart-lastmile'],
  ['a guide with a diagram', '/bookings'],
  ['a guide with tables', '/menus'],
  ['the decisions', '/decisions'],
  ['the errors page with a selected code', '/errors#rate_limited'],
  ['the changelog', '/changelog'],
  ['the source document', '/source'],
  ['the Lastmile overview', '/lastmile/'],
  ['a Lastmile operation', path('createBooking')],
  ['a Lastmile webhook', path('bookingUpdated')],
  ['a Marketplace operation', path('setOrderStatus')],
  ['an unknown route of a reference', '/lastmile/#/bookings/nothing'],
  ['a plain reference', '/lastmile/reference'],
])('%s', (_, place) => {
  test.each(['light', 'dark'] as const)(
    'the page is accessible, fits wide and narrow windows, and loads without errors in the %s scheme',
    async (colorScheme) => {
      for (const viewport of [wide, narrow]) {
        const opened = await open(browser(), address + place, { colorScheme, viewport });
        expect(await violations(opened.page), `${viewport.width}`).toEqual([]);
        expect(await overflow(opened.page), `${viewport.width}`).toBeLessThanOrEqual(0);
        expectNoErrors(opened);
        await opened.page.context().close();
      }
    },
  );
});

test.each(guides.filter((name) => !['quickstart-lastmile', 'bookings', 'menus'].includes(name)))(
  'the guide %s is accessible, fits a narrow window, and loads without errors in the dark scheme',
  async (name) => {
    const opened = await open(browser(), `${address}/${name}`, {
      colorScheme: 'dark',
      viewport: narrow,
    });
    expect(await violations(opened.page)).toEqual([]);
    expect(await overflow(opened.page)).toBeLessThanOrEqual(0);
    expectNoErrors(opened);
  },
);

test('on a phone, guides do not break inline code, or parts of longer code, of up to 32 characters', async () => {
  const { page } = await open(browser(), `${address}/guides`, { viewport: narrow });
  for (const name of guides) {
    await page.goto(`${address}/${name}`);
    const broken = await page
      .locator('.prose :not(pre) > code, code.long > span')
      .evaluateAll((all) =>
        all
          .filter(({ textContent: text }) => text !== null && text.length <= 32)
          .filter((one) => one.getClientRects().length > 1)
          .map(({ textContent }) => textContent),
      );
    expect(broken, name).toEqual([]);
  }
});

test.each(['/bookings', '/lastmile/', '/marketplace/reference'])(
  'the navigation bar on %s fits at every width between phone and desktop',
  async (place) => {
    const { page } = await open(browser(), address + place, { viewport: wide });
    for (let width = 1280; width >= 380; width -= 20) {
      await page.setViewportSize({ width, height: 700 });
      const reach = await page
        .locator('.bar :is(a, span)')
        .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
      expect(reach, `${width}`).toBeLessThanOrEqual(width);
    }
  },
);

test.each(['/', '/lastmile/'])('%s follows the color scheme of the system', async (place) => {
  const backgrounds = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await open(browser(), address + place, { colorScheme });
    backgrounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  expect(backgrounds).toEqual(['rgb(255, 255, 255)', 'rgb(15, 21, 22)']);
});

test.each(targets)(
  'the deep link to $id scrolls to its section, which has samples in curl and TypeScript',
  async ({ id, path: place }) => {
    const opened = await open(browser(), address + place, { viewport: wide });
    const { page } = opened;
    await heading(page, id).waitFor();
    const top = async (): Promise<number> => (await heading(page, id).boundingBox())?.y ?? -1;
    await expect.poll(async () => (await top()) > 56 && (await top()) < wide.height / 2).toBe(true);
    expect(await page.title()).toContain(summary(id));
    if (webhooks.has(id)) {
      const samples = section(page, id).locator('pre');
      await samples.filter({ hasText: 'curl ' }).first().waitFor();
      await samples.filter({ hasText: 'import ' }).first().waitFor();
      expectNoErrors(opened);
      return;
    }
    const panel = section(page, id).locator('.panel-request-samples');
    expect(await panel.locator('pre').first().textContent()).toContain('curl ');
    await panel.getByRole('button', { name: 'curl', exact: true }).click();
    await page
      .locator('[role="menuitem"]:visible')
      .filter({ hasText: /^TypeScript$/ })
      .click();
    await expect.poll(() => panel.locator('pre').first().textContent()).toContain('import ');
    expectNoErrors(opened);
  },
);

test('a link on the landing page opens an operation', async () => {
  const opened = await open(browser(), `${address}/`, { viewport: wide });
  const { page } = opened;
  await page.locator(`a[href$="${path('getOrder').slice(1)}"]`).click();
  await heading(page, 'getOrder').waitFor();
  expectNoErrors(opened);
});

test('a problem code in a reference links to its entry in the error catalog', async () => {
  const opened = await open(browser(), address + path('createBooking'), { viewport: wide });
  const { page } = opened;
  await page.locator('main').getByRole('button', { name: '429' }).first().click();
  await page
    .locator('main')
    .getByRole('link', { name: 'rate_limited', exact: true })
    .first()
    .click();
  await page.waitForURL(/\/errors(?:\.html)?#rate_limited$/);
  expect(await page.locator('article:target h3').textContent()).toContain('rate_limited');
  expectNoErrors(opened);
});

test.each(interfaces)('the %s contract can be downloaded as YAML and as JSON', async (name) => {
  const { page } = await open(browser(), `${address}/${name}/`, { viewport: wide });
  for (const [text, start] of [
    ['YAML', '# '],
    ['JSON', '{'],
  ] as const) {
    const waiting = page.waitForEvent('download');
    await page.locator('.bar').getByRole('link', { name: text }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe(`${name}.${text.toLowerCase()}`);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString().startsWith(start)).toBe(true);
  }
});

test('the links to an operation and to the changelog work on a site below a path', async () => {
  const below = inject('addressBelowPath');
  const opened = await open(browser(), `${below}/`, { viewport: wide });
  const { page } = opened;
  await page.locator(`a[href$="${path('createBooking').slice(1)}"]`).click();
  await heading(page, 'createBooking').waitFor();
  await page.locator('.bar').getByRole('link', { name: 'Changelog' }).click();
  await page.getByRole('heading', { name: 'Changelog', exact: true }).waitFor();
  expectNoErrors(opened);
});

test('without JavaScript, a reference shows its overview and a link to the plain reference', async () => {
  const opened = await open(browser(), `${address}/lastmile/`, {
    viewport: wide,
    javaScriptEnabled: false,
  });
  const { page } = opened;
  expect(await page.locator('noscript .note').isVisible()).toBe(true);
  expect(await page.locator('main h1').isVisible()).toBe(true);
  expect(opened.crossOriginRequests).toEqual([]);
});

test('without JavaScript, a guide is complete, and its search link leads to the list of guides', async () => {
  const opened = await open(browser(), `${address}/bookings`, {
    viewport: wide,
    javaScriptEnabled: false,
  });
  const { page } = opened;
  expect(await page.locator('svg[role="img"]').isVisible()).toBe(true);
  await page.getByText('All transitions as a table').click();
  await expect.poll(() => page.locator('details table').isVisible()).toBe(true);
  await page.locator('.bar').getByRole('link', { name: 'Search' }).click();
  await page.getByRole('heading', { name: 'Guides', exact: true }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Menus', exact: true }).click();
  await page.locator('h1').waitFor();
  expect(await page.locator('[aria-current="page"]').allTextContents()).toContain('Menus');
  expect(opened.crossOriginRequests).toEqual([]);
});

test('a guide prints without navigation', async () => {
  const { page } = await open(browser(), `${address}/bookings`, { viewport: wide });
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.side-nav').isVisible()).toBe(false);
  expect(await page.locator('.bar-nav').isVisible()).toBe(false);
  expect(await page.locator('.prose').isVisible()).toBe(true);
});

test('an unknown URL returns a 404 page whose links work at any depth', async () => {
  const { page, crossOriginRequests } = await open(browser(), `${address}/a/b/c`, {
    viewport: wide,
  });
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Errors' }).first().click();
  await page.getByRole('heading', { name: 'Errors', exact: true }).waitFor();
  expect(crossOriginRequests).toEqual([]);
});

import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { overflow, violations } from '../../../tools/browser/inspect-page.ts';
import { inBrowser } from '../support/browser/launch.ts';
import { type Opened, open } from '../support/browser/open-page.ts';

const address = inject('address');
const browser = inBrowser();

const wide = { width: 1280, height: 900 };
const narrow = { width: 390, height: 844 };

/** Types a query and waits for its results. */
async function search(page: Page, query: string): Promise<void> {
  await page.locator('#search-field').fill(query);
  await expect
    .poll(() => page.locator('.search-status').textContent())
    .toMatch(/\d+ results?$|No results/);
}

const selectedTitle = (page: Page): Promise<string | null> =>
  page.locator('[role="option"][aria-selected="true"] .search-title').textContent();
const expectNoErrors = ({ consoleErrors, crossOriginRequests, failures }: Opened): void =>
  expect({ consoleErrors, crossOriginRequests, failures }).toEqual({
    consoleErrors: [],
    crossOriginRequests: [],
    failures: [],
  });

test.each([
  ['/', '/'],
  ['/errors', 'Control+k'],
  ['/webhooks', '/'],
  ['/lastmile/', '/'],
  ['/marketplace/reference', 'Control+k'],
  ['/a/b/lost', '/'],
])('on %s, %s opens the search, and Enter opens the first result', async (path, key) => {
  const opened = await open(browser(), address + path, { viewport: wide });
  const { page } = opened;
  await page.keyboard.press(key);
  await page.locator('#search-field').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('search-field');
  await page.keyboard.type('revision_conflict');
  await expect.poll(() => selectedTitle(page)).toBe('revision_conflict');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/errors\.html#revision_conflict$/);
  expect(await page.locator('article:target h3').textContent()).toContain('revision_conflict');
  expect(opened.consoleErrors.filter((text) => !/404/.test(text))).toEqual([]);
  expect(opened.crossOriginRequests).toEqual([]);
});

test('arrow keys cycle through the results, and the field refers to the selected result', async () => {
  const opened = await open(browser(), `${address}/menus`, { viewport: wide });
  const { page } = opened;
  await page.keyboard.press('/');
  await page.locator('#search-field').waitFor();
  await search(page, 'cancel');
  const titles = await page.locator('[role="option"] .search-title').allTextContents();
  expect(titles.length).toBeGreaterThan(3);
  await page.keyboard.press('ArrowDown');
  expect(await selectedTitle(page)).toBe(titles[1]);
  const active = await page.locator('#search-field').getAttribute('aria-activedescendant');
  expect(await page.locator(`#${active} .search-title`).textContent()).toBe(titles[1]);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await selectedTitle(page)).toBe(titles.at(-1));
  expect(await page.locator('[role="option"][aria-selected="true"]').count()).toBe(1);
  expectNoErrors(opened);
});

test('Escape closes the search and restores the focus', async () => {
  const opened = await open(browser(), `${address}/menus`, { viewport: wide });
  const { page } = opened;
  const link = page.getByRole('main').getByRole('link').nth(2);
  await link.focus();
  await page.keyboard.press('/');
  await page.locator('#search-field').waitFor();
  await page.keyboard.type('any');
  await page.keyboard.press('Escape');
  if (await page.locator('dialog.search').isVisible()) await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('dialog.search').isVisible()).toBe(false);
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  expectNoErrors(opened);
});

test('the link in the navigation bar opens the search with a click, Enter and Space, and the page requests the index only when the search opens', async () => {
  const { page, failures } = await open(browser(), `${address}/`, { viewport: wide });
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  const button = page.locator('[data-search]');
  for (const act of [() => button.click(), () => button.press('Enter'), () => button.press(' ')]) {
    await act();
    await page.locator('#search-field').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.locator('dialog.search').isVisible()).toBe(false);
  }
  await expect.poll(() => requestedPaths.filter((path) => path === '/search.json')).toHaveLength(1);
  expect(
    requestedPaths.every((path) =>
      /^\/(?:search\.json|assets\/search\.[0-9a-f]{10}\.(?:js|css))$/.test(path),
    ),
  ).toBe(true);
  expect(failures).toEqual([]);
});

test('a reference has only the search of the site, even after Redoc starts', async () => {
  const opened = await open(browser(), `${address}/lastmile/`, { viewport: wide });
  const { page } = opened;
  expect(await page.locator('[data-testid="search-trigger"]').isVisible()).toBe(false);
  await page.keyboard.press('Control+k');
  await page.locator('#search-field').waitFor();
  expect(await page.getByPlaceholder('Search docs').count()).toBe(0);
  await page.keyboard.type('tracking_url');
  await expect.poll(() => selectedTitle(page)).toBe('tracking_url');
  expectNoErrors(opened);
});

test('the search of a site that is published below a path tolerates typing errors, and reports if a query has no results', async () => {
  const below = inject('addressBelowPath');
  const opened = await open(browser(), `${below}/marketplace/reference.html`, { viewport: wide });
  const { page } = opened;
  await page.keyboard.press('/');
  await page.locator('#search-field').waitFor();
  await search(page, 'xyzzyplugh');
  expect(await page.locator('.search-status').textContent()).toBe('No results for “xyzzyplugh”.');
  await page.locator('#search-field').fill('createBookng');
  await expect.poll(() => selectedTitle(page)).toBe('createBooking');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${below}/lastmile/#/bookings/createbooking`);
  expectNoErrors(opened);
});

test.each([
  ['light', wide],
  ['dark', narrow],
] as const)(
  'in the %s color scheme, the search is accessible and is not wider than the window',
  async (colorScheme, viewport) => {
    const opened = await open(browser(), `${address}/orders`, { colorScheme, viewport });
    const { page } = opened;
    await page.keyboard.press('/');
    await page.locator('#search-field').waitFor();
    expect(await violations(page)).toEqual([]);
    await search(page, 'deadline');
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expectNoErrors(opened);
  },
);

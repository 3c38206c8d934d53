import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { overflow, violations } from '../../../tools/browser/inspect-page.ts';
import { inBrowser } from '../support/browser/launch.ts';
import { open } from '../support/browser/open-page.ts';

const address = inject('address');
const browser = inBrowser();

const wide = { width: 1280, height: 900 };
const narrow = { width: 390, height: 844 };

const background = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = 'rgb(255, 255, 255)';
const dark = 'rgb(15, 21, 22)';

describe('the color scheme switch', () => {
  test('the color scheme switch applies to other pages and to later visits', async () => {
    const { page, consoleErrors } = await open(browser(), `${address}/webhooks`, {
      viewport: wide,
      colorScheme: 'light',
    });
    const button = page.getByRole('button', { name: 'Dark color scheme' });
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    await button.click();
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    for (const place of ['/', '/errors', '/lastmile/reference', '/lastmile/']) {
      await page.goto(address + place);
      expect(await background(page), place).toBe(dark);
    }
    await page.locator('#redoc main h1').waitFor();
    await page.getByRole('button', { name: 'Dark color scheme' }).click();
    expect(await background(page)).toBe(light);
    await page.goto(`${address}/webhooks`);
    expect(await background(page)).toBe(light);
    expect(consoleErrors).toEqual([]);
  });

  test('without a choice of the reader, the color scheme follows the system, even after a visit to a reference', async () => {
    const { page } = await open(browser(), `${address}/lastmile/`, { colorScheme: 'dark' });
    expect(await background(page)).toBe(dark);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => background(page)).toBe(light);
    await page.goto(`${address}/errors`);
    expect(await background(page)).toBe(light);
  });

  test('a reference hides the color scheme switch of Redoc, and a page without JavaScript hides its own', async () => {
    const { page } = await open(browser(), `${address}/lastmile/`, { viewport: wide });
    expect(await page.locator('[data-testid="color-mode-switcher"]:visible').count()).toBe(0);
    const plain = await open(browser(), `${address}/errors`, {
      colorScheme: 'dark',
      javaScriptEnabled: false,
    });
    expect(await plain.page.locator('.bar-scheme').isVisible()).toBe(false);
    expect(await background(plain.page)).toBe(dark);
  });

  test.each(['/bookings', '/lastmile/'])(
    'the dark color scheme does not apply to %s in print',
    async (place) => {
      const { page } = await open(browser(), address + place, { colorScheme: 'dark' });
      expect(await background(page)).toBe(dark);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await expect.poll(() => background(page)).toBe(light);
    },
  );
});

describe('a code block', () => {
  test('a code block has a button that copies its text', async () => {
    const { page } = await open(browser(), `${address}/quickstart-lastmile`, {
      viewport: wide,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const blocks = page.locator('.code');
    expect(await blocks.count()).toBeGreaterThan(5);
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(
      await page.locator('.code:visible').count(),
    );
    await blocks.first().getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      (await blocks.first().locator('pre').textContent())?.trimEnd(),
    );
  });

  test('the Copy button selects the code block if the clipboard is not available', async () => {
    const { page } = await open(browser(), `${address}/quickstart-lastmile`, { viewport: wide });
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
    );
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Selected');
    expect(await page.evaluate(() => String(getSelection()).trim())).toBe(
      (await page.locator('.code pre').first().textContent())?.trim(),
    );
  });
});

describe('a sample in several languages', () => {
  const visible = (page: Page): Promise<string[]> =>
    page
      .locator('.tabs > .sample')
      .evaluateAll((all) =>
        all.flatMap((one) =>
          one instanceof HTMLElement && one.checkVisibility() ? [one.dataset.language ?? ''] : [],
        ),
      );

  test('the selected language applies to all samples of the page and of other pages, and the tab keeps its position', async () => {
    const { page } = await open(browser(), `${address}/quickstart-lastmile`, { viewport: wide });
    expect(new Set(await visible(page))).toEqual(new Set(['sh']));
    const tab = page.getByRole('tab', { name: 'TypeScript' }).last();
    await tab.scrollIntoViewIfNeeded();
    const before = (await tab.boundingBox())?.y ?? -1;
    await tab.click();
    expect(Math.abs(((await tab.boundingBox())?.y ?? 0) - before)).toBeLessThan(2);
    expect(new Set(await visible(page))).toEqual(new Set(['ts']));
    await page.goto(`${address}/quickstart-marketplace`);
    expect(new Set(await visible(page))).toEqual(new Set(['ts']));
    expect(await page.getByRole('tab', { selected: true }).allTextContents()).not.toContain('curl');
  });

  test('a sample in several languages supports the keyboard, and is a tab list for screen readers', async () => {
    const { page } = await open(browser(), `${address}/quickstart-lastmile`, { viewport: wide });
    await page.getByRole('tab', { name: 'curl' }).first().focus();
    await page.keyboard.press('ArrowRight');
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    expect(focused).toBe('TypeScript');
    const panel = page.getByRole('tabpanel').first();
    expect(await panel.getAttribute('data-language')).toBe('ts');
    expect(await panel.getAttribute('aria-labelledby')).toBe(
      await page.evaluate(() => document.activeElement?.id),
    );
    expect(await violations(page)).toEqual([]);
  });

  test('without JavaScript, a sample in several languages shows all languages', async () => {
    const { page } = await open(browser(), `${address}/quickstart-lastmile`, {
      viewport: wide,
      javaScriptEnabled: false,
    });
    expect(new Set(await visible(page))).toEqual(new Set(['sh', 'ts']));
    expect(await page.locator('.tab-list:visible').count()).toBe(0);
  });
});

test.each(['/', '/errors', '/menus', '/lastmile/', '/marketplace/reference', '/no/such/page'])(
  'the first Tab key press on %s focuses a link that skips the navigation',
  async (place) => {
    const { page } = await open(browser(), address + place, { viewport: wide });
    const route = new URL(page.url()).pathname;
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const isInContent = await page.evaluate(() => document.activeElement?.closest('main') !== null);
    expect(isInContent).toBe(true);
    expect(new URL(page.url()).pathname).toBe(route);
  },
);

describe('the navigation on a phone', () => {
  test('the navigation opens from a guide, even without JavaScript', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await open(browser(), `${address}/webhooks`, {
        viewport: narrow,
        javaScriptEnabled,
      });
      expect(await page.locator('#guides').isVisible()).toBe(false);
      await page.getByRole('button', { name: 'All guides' }).click();
      expect(await page.locator('#guides').isVisible()).toBe(true);
      if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
      await page.locator('#guides').getByRole('link', { name: 'Menus', exact: true }).click();
      await page.waitForURL(/\/menus(?:\.html)?$/);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    }
  });

  test('the navigation closes with Escape, which returns the focus to the button', async () => {
    const { page } = await open(browser(), `${address}/webhooks`, { viewport: narrow });
    const button = page.getByRole('button', { name: 'All guides' });
    await button.press('Enter');
    expect(await page.locator('#guides').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.locator('#guides').isVisible()).toBe(false);
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
  });
});

test('every heading of a guide has a visible link to itself of at least 24 × 24 pixels', async () => {
  const { page } = await open(browser(), `${address}/webhooks`, { viewport: narrow });
  const anchors = page.locator('.prose .anchor');
  expect(await anchors.count()).toBe(await page.locator('.prose :is(h2, h3)').count());
  for (const anchor of await anchors.all()) {
    const box = await anchor.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  }
  await anchors.last().click();
  expect(new URL(page.url()).hash).toBe(await anchors.last().getAttribute('href'));
});

test.each([
  ['/webhooks', 'main'],
  ['/lastmile/#/bookings/createbooking', '[data-section-id="/bookings/createbooking"]'],
  ['/marketplace/reference', 'main'],
])('the Back button restores %s and its scroll position', async (place, selector) => {
  const { page } = await open(browser(), address + place, { viewport: wide });
  await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }));
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  const position = async (): Promise<number> =>
    (await page.locator(selector).boundingBox())?.y ?? Number.NaN;
  const before = await position();
  expect(before).toBeLessThan(-900);
  await page.goto(`${address}/errors`);
  await page.goBack();
  await expect.poll(async () => Math.abs((await position()) - before)).toBeLessThan(40);
});

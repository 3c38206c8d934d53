import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launch } from '../../../tools/browser/chromium.ts';
import { overflow, violations } from '../../../tools/browser/inspect-page.ts';
import type * as library from '../src/api/types.ts';
import { openPage } from './open-page.ts';

const { startMock } = (await import(
  new URL('../dist/index.js', import.meta.url).href
)) as typeof library;

let browser: Browser;
let real: library.Sandbox;
let proxy: library.ProxyMock;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  real = await startMock({ seed: 'real', clock: { frozen: true, start: '2026-11-20T18:00:00Z' } });
  proxy = await startMock({ mode: 'proxy', upstreams: { marketplace: real.marketplace } });
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await proxy.stop();
  await real.stop();
});

const sendRequest = (path: string, token = 'test_page'): Promise<Response> =>
  fetch(`${proxy.marketplace}${path}`, { headers: { Authorization: `Bearer ${token}` } });

test('the page of a proxy shows its requests, but no sandbox controls', async () => {
  const { page, consoleErrors, crossOriginRequests } = await openPage(browser, proxy.url);
  expect(await page.locator('#about').textContent()).toContain('mode proxy');
  await expect.poll(() => page.locator('.none').textContent()).toBe('No requests yet.');
  const { id } = real.createOrder();
  expect((await sendRequest(`/orders/${id}`)).status).toBe(200);
  await expect.poll(() => page.locator('.rows .badge').allTextContents()).toEqual(['200']);
  expect(await page.locator('.rows code').textContent()).toBe(`/marketplace/orders/${id}`);
  expect(await page.locator('#connection').textContent()).toBe('polling every 2 s');
  expect(await page.getByRole('heading').allTextContents()).toEqual(['Delivery mock', 'Requests']);
  expect(await page.locator('button, article').count()).toBe(0);
  expect({ consoleErrors, crossOriginRequests }).toEqual({
    consoleErrors: [],
    crossOriginRequests: [],
  });
});

test.each(['light', 'dark'] as const)(
  'the page of a proxy lists the contract violations of requests and responses in the %s color scheme',
  async (colorScheme) => {
    await sendRequest('/no/such/path');
    await real.stop();
    await sendRequest('/stores/sto_01JD3M7X9KQA');
    const { page } = await openPage(browser, proxy.url, {
      colorScheme,
      viewport: { width: 390, height: 844 },
    });
    await expect.poll(() => page.locator('.found').count()).toBe(2);
    const found = await page.locator('.found p').allTextContents();
    expect(found.sort()).toEqual(['Violations in the request:', 'Violations in the response:']);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  },
);

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { overflow, violations } from '../../../tools/browser/inspect-page.ts';
import { inBrowser } from '../support/browser/launch.ts';
import { type Opened, open } from '../support/browser/open-page.ts';
import { type RunningSandbox, startSandbox } from '../support/browser/sandbox.ts';

const address = inject('address');
const browser = inBrowser();
const wide = { width: 1280, height: 900 };
const narrow = { width: 390, height: 844 };

let sandbox: RunningSandbox;
let restrictedSandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox('--allow-origin', address);
  restrictedSandbox = await startSandbox();
});
afterAll(() => {
  sandbox?.stop();
  restrictedSandbox?.stop();
});

const status = (page: Page): Promise<string | null> => page.locator('.try-status').textContent();

async function openConsole(place: string, options: object = { viewport: wide }): Promise<Opened> {
  const opened = await open(browser(), address + place, options);
  await opened.page.getByRole('link', { name: 'Try it', exact: true }).first().click();
  await opened.page.locator('dialog.try').waitFor();
  await opened.page.getByRole('textbox', { name: 'URL' }).fill(sandbox.url);
  return opened;
}

test.each(['/lastmile/#/estimates/createestimate', '/lastmile/reference#tag-estimates'])(
  'the console on %s sends an example and shows the response',
  async (place) => {
    const { page, consoleErrors } = await open(browser(), address + place, {
      viewport: wide,
    });
    const link = page.locator('a[href$="#createestimate-samples"]').first();
    await link.focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog.try').waitFor();
    await page.getByRole('textbox', { name: 'URL' }).fill(sandbox.url);
    const before = new URL(page.url()).hash;
    for (const _ of [1, 2]) {
      await page.getByRole('textbox', { name: 'JSON' }).press('Control+Enter');
      await expect.poll(() => status(page)).toMatch(/^201 Created in \d+ ms$/);
    }
    const output = page.locator('.try-output');
    await expect.poll(() => output.textContent()).toContain('"outcome"');
    expect(await output.textContent()).toContain('request-id: req_');
    expect(await output.textContent()).toContain(
      `curl -X POST '${sandbox.url}/lastmile/acme/create_estimate'`,
    );
    await page.keyboard.press('Escape');
    expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(new URL(page.url()).hash).toBe(before);
    expect(consoleErrors).toEqual([]);
  },
);

describe('before the reader opens the console', () => {
  test('the page fetches no file of the console, and sends nothing to another origin', async () => {
    const { page, crossOriginRequests } = await open(browser(), `${address}/lastmile/`, {
      viewport: wide,
    });
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter((name) => name.includes('try-it'))).toEqual([]);
    expect(crossOriginRequests).toEqual([]);
  });

  test('without JavaScript, the Try it link leads to the samples', async () => {
    const { page } = await open(browser(), `${address}/lastmile/reference#createbooking`, {
      viewport: wide,
      javaScriptEnabled: false,
    });
    await page.locator('a[href="#createbooking-samples"]', { hasText: 'Try it' }).click();
    expect(page.url()).toMatch(/#createbooking-samples$/);
  });
});

test('the console sends nothing to the sandbox before Send is pressed', async () => {
  const { crossOriginRequests, page } = await openConsole('/marketplace/reference#getorder');
  expect(crossOriginRequests).toEqual([]);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => status(page)).toMatch(/^\d{3} /);
  expect(crossOriginRequests.every((url) => url.startsWith(sandbox.url))).toBe(true);
});

test('a documented problem is shown with its body', async () => {
  const { page } = await openConsole('/lastmile/reference#createbooking');
  await page.getByRole('textbox', { name: 'JSON' }).fill('{}');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => status(page)).toMatch(/^422 /);
  expect(await page.locator('.try-output').textContent()).toContain('"code": "validation_failed"');
});

test('the console reports a malformed body or a disallowed sandbox URL in its status, and sends nothing', async () => {
  const { page, crossOriginRequests } = await openConsole('/lastmile/reference#createbooking');
  await page.getByRole('textbox', { name: 'JSON' }).fill('{');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => status(page)).toMatch(/^The body is not JSON: /);
  await page.getByRole('textbox', { name: 'URL' }).fill('https://api.example.com');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => status(page)).toMatch(/^The sandbox URL must start with /);
  expect(crossOriginRequests).toEqual([]);
});

test.each([
  ['no sandbox is running', () => 'http://127.0.0.1:9'],
  ['the sandbox does not allow the page', () => restrictedSandbox.url],
])('the console explains how to start a sandbox that allows the page if %s', async (_, url) => {
  const { page } = await openConsole('/lastmile/reference#createestimate');
  await page.getByRole('textbox', { name: 'URL' }).fill(url());
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => status(page)).toBe('No response');
  const text = await page.locator('.try-output').textContent();
  expect(text).toContain('npm start');
  expect(text).toContain(`npx --no -- delivery-mock start --allow-origin ${address}`);
});

test.each([
  ['light', wide],
  ['dark', narrow],
] as const)('the console is accessible in the %s scheme', async (colorScheme, viewport) => {
  const { page } = await openConsole('/lastmile/reference#createbooking', {
    colorScheme,
    viewport,
  });
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => status(page)).toMatch(/^\d{3} /);
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

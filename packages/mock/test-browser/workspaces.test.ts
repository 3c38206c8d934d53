import { expect, test } from 'vitest';
import { overflow, violations } from '../../../tools/browser/inspect-page.ts';
import { openPage } from './open-page.ts';
import { expectNoErrors, usePage } from './use-page.ts';

const setup = usePage();
const longName = 'a-workspace-with-a-name-of-40-characters';

test('selecting a workspace in the list shows its orders, and applies the clock controls to it', async () => {
  const [one, other] = await Promise.all(
    ['ci-1', 'ci-2'].map((name) => setup.mock.workspace(name)),
  );
  const order = one?.createOrder();
  const opened = await openPage(setup.browser, setup.mock.url);
  const { page } = opened;
  expect(await page.getByLabel('Workspace', { exact: true }).inputValue()).toBe('default');
  await page.getByLabel('Workspace', { exact: true }).selectOption('ci-1');
  await page.waitForURL('**/?workspace=ci-1');
  await page.locator(`[data-id="${order?.id}"]`).waitFor();
  expect(await page.getByLabel('Workspace', { exact: true }).inputValue()).toBe('ci-1');
  await page.getByRole('button', { name: '+10 min: advance the clock' }).click();
  await expect.poll(() => one?.clock().now).toBe('2026-11-20T18:10:00.000Z');
  expect(other?.clock().now).toBe('2026-11-20T18:00:00.000Z');
  expect(setup.mock.clock().now).toBe('2026-11-20T18:00:00.000Z');
  await page.getByLabel('Workspace', { exact: true }).selectOption('default');
  await page.waitForURL((url) => url.search === '');
  await page.getByRole('heading', { name: 'Requests' }).waitFor();
  expect(await page.locator(`[data-id="${order?.id}"]`).count()).toBe(0);
  expectNoErrors(opened);
});

test.each([
  ['light', 1280],
  ['light', 390],
  ['dark', 1280],
  ['dark', 390],
] as const)(
  'a long workspace name causes no overflow in the %s color scheme at a width of %i px',
  async (colorScheme, width) => {
    await setup.mock.workspace(longName);
    const opened = await openPage(setup.browser, `${setup.mock.url}`, {
      colorScheme,
      viewport: { width, height: 844 },
    });
    await opened.page.goto(`${setup.mock.url}/?workspace=${longName}`);
    await expect
      .poll(() => opened.page.getByLabel('Workspace', { exact: true }).inputValue())
      .toBe(longName);
    expect(await violations(opened.page)).toEqual([]);
    expect(await overflow(opened.page)).toBeLessThanOrEqual(0);
    if (process.env.PAGE_PICTURES)
      await opened.page.screenshot({
        path: `${process.env.PAGE_PICTURES}/workspaces-${colorScheme}-${width}.png`,
      });
    expectNoErrors(opened);
  },
);

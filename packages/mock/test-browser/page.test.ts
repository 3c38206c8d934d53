import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadContract } from '@delivery-api/specs/contract';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launch } from '../../../tools/browser/chromium.ts';
import { overflow, violations } from '../../../tools/browser/look.ts';
import type * as library from '../src/api/types.ts';
import { book, type Looked, look } from './look.ts';

const { startMock } = (await import(
  new URL('../dist/index.js', import.meta.url).href
)) as typeof library;
const contract = loadContract(new URL('../../../specs/dist/lastmile.json', import.meta.url));
const example = contract.operations.find(({ id }) => id === 'createBooking')?.request?.examples[0]
  ?.value as Record<string, unknown>;
const { estimate_id: _, max_price: __, schedule: ___, ...booking } = example;
/** A booking of the examples that every sandbox begins with. */
const documentedBooking = 'bkg_01JD5KB1QZ8N';

let browser: Browser;
let mock: library.Sandbox;
let receiver: Server;
beforeAll(async () => {
  browser = await launch();
  receiver = createServer((request, response) =>
    request.resume().on('end', () => response.writeHead(204).end()),
  );
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await browser?.close();
  receiver?.close();
});
beforeEach(async () => {
  mock = await startMock({ seed: 'page', clock: { frozen: true, start: '2026-11-20T18:00:00Z' } });
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await mock.stop();
});

const hooks = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;

function expectClean({ complaints, strangers }: Looked): void {
  expect({ complaints, strangers }).toEqual({ complaints: [], strangers: [] });
}

test('a program gets JSON at the same address', async () => {
  const answer = await fetch(`${mock.url}/`);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toMatchObject({ mode: 'sandbox' });
});

test('a new booking and a new order appear without reload, and move', async () => {
  const looked = await look(browser, mock.url);
  const { page } = looked;
  const { id, status } = await book(mock, booking);
  const order = mock.createOrder();
  const [card, orderCard] = [id, order.id].map((one) => page.locator(`[data-id="${one}"]`));
  await expect.poll(() => card?.locator('.badge').textContent()).toBe(status);
  await expect.poll(() => orderCard?.locator('.badge').textContent()).toBe('created');
  expect(await card?.locator('.state.now text').textContent()).toBe(status);
  expect(await card?.locator('.words').textContent()).toContain(`Now ${status} (phase open).`);
  const moved = mock.advanceBooking(id, 'picked_up');
  await expect.poll(() => card?.locator('.badge').textContent()).toBe(moved.status);
  expect(await card?.locator('.words').textContent()).toContain('May follow: enroute_to_dropoff');
  expectClean(looked);
});

test('the newest booking stands first', async () => {
  const { page } = await look(browser, mock.url);
  const first = await book(mock, booking);
  const second = await book(mock, { ...booking, external_reference: 'second' });
  await expect
    .poll(() =>
      page
        .locator('section[aria-labelledby=bookings] article')
        .evaluateAll((all) => all.slice(0, 2).map((one) => one.getAttribute('data-id'))),
    )
    .toEqual([second.id, first.id]);
});

test('what the contract finds wrong with a request is listed', async () => {
  const looked = await look(browser, mock.url);
  await book(mock, { ...booking, packages: 'none' }).catch(() => {});
  await expect
    .poll(() => looked.page.locator('.found li').allTextContents())
    .toContain('/packages must be array');
  expectClean(looked);
});

test('the buttons direct the sandbox', async () => {
  const looked = await look(browser, mock.url);
  const { page } = looked;
  const said = (): Promise<string | null> => page.locator('#said').textContent();
  const press = (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();

  const cardIds = (): Promise<(string | null)[]> =>
    page.locator('article').evaluateAll((all) => all.map((one) => one.getAttribute('data-id')));
  await expect.poll(cardIds).toContain(documentedBooking);
  const before = await cardIds();

  await press('+10 min on the clock');
  await expect.poll(said).toContain('10 min have passed');
  expect(mock.clock().now).toBe('2026-11-20T18:10:00.000Z');
  await expect.poll(() => page.locator('.hand').textContent()).toBe('2026-11-20 18:10:00 UTC');
  await press('+1 min on the clock');
  await expect.poll(() => mock.clock().now).toBe('2026-11-20T18:11:00.000Z');

  await press('Run');
  await expect.poll(() => mock.clock().frozen).toBe(false);
  await press('Freeze');
  await expect.poll(() => mock.clock().frozen).toBe(true);
  await page.getByLabel('Speed').selectOption('60');
  await expect.poll(() => mock.clock().speed).toBe(60);

  await page.getByLabel('marketplace', { exact: true }).fill(hooks());
  await press('Set the receiver of marketplace');
  await expect.poll(() => mock.webhooks().marketplace?.url).toBe(hooks());

  await page.getByLabel('Scenario').selectOption('cash_order');
  await press('New order');
  await expect.poll(said).toMatch(/^Order ord_\w+ has arrived/);
  const { id } = (mock.snapshot().marketplace as { orders: { id: string }[] }).orders[0] ?? {
    id: '',
  };
  const { revision } = (mock.snapshot().marketplace as { orders: { revision: number }[] })
    .orders[0] ?? { revision: 0 };
  await press(`Advance one step: order ${id}`);
  await expect
    .poll(
      () => (mock.snapshot().marketplace as { orders: { revision: number }[] }).orders[0]?.revision,
    )
    .toBeGreaterThan(revision);

  await expect.poll(() => page.locator('.attempts li.well').count()).toBe(1);
  await page.getByRole('button', { name: /^Redeliver order_created/ }).click();
  await expect.poll(() => page.locator('.attempts li.well').count()).toBe(2);

  await press('None as the receiver of marketplace');
  await expect.poll(() => mock.webhooks().marketplace).toBe(null);

  await press('Reset…');
  await press('Keep everything');
  expect(await page.locator(`[data-id="${id}"]`).count()).toBe(1);
  await press('Reset…');
  await press('Reset');
  await expect.poll(cardIds).toEqual(before);
  expectClean(looked);
});

test('a refusal is told in the words of the mock', async () => {
  const { page } = await look(browser, mock.url);
  await page.getByLabel('lastmile', { exact: true }).fill('ftp://elsewhere');
  await page.getByRole('button', { name: 'Set the receiver of lastmile' }).click();
  await expect
    .poll(() => page.locator('#said.refused').textContent())
    .toContain('must be an http or https URL');
});

test('markup in names is shown as text', async () => {
  const looked = await look(browser, mock.url);
  const evil = '<img src=x onerror=alert(1)>';
  const dropoff = booking.dropoff as { contact: object };
  const { id } = await book(mock, {
    ...booking,
    dropoff: { ...dropoff, contact: { ...dropoff.contact, name: evil } },
  });
  await book(mock, { ...booking, external_reference: evil }).catch(() => {});
  await fetch(`${mock.lastmile}/acme/%3Cimg%20src=x%20onerror=alert(2)%3E`);
  await expect
    .poll(() => looked.page.locator(`[data-id="${id}"] pre`).textContent())
    .toContain(evil);
  await expect
    .poll(() => looked.page.locator('.rows code').allTextContents())
    .toContain('/lastmile/acme/%3Cimg%20src=x%20onerror=alert(2)%3E');
  expect(await looked.page.locator('img').count()).toBe(0);
  expectClean(looked);
});

test('all of it is reached and used by keyboard, and focus stays where it was while the page changes', async () => {
  const looked = await look(browser, mock.url);
  const { page } = looked;
  const { id } = await book(mock, booking);
  await page.locator(`[data-id="${id}"]`).waitFor();
  const reached: string[] = [];
  const name = `Advance one step: booking ${id}`;
  for (let steps = 0; steps < 40 && reached.at(-1) !== name; steps++) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ??
          document.activeElement?.textContent ??
          '',
      ),
    );
  }
  expect(reached).toEqual(
    expect.arrayContaining(['Skip to what goes on', 'Run', 'New order', 'Reset…', name]),
  );
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('#said').textContent()).toContain(`${id} is now`);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name);
  expectClean(looked);
});

test('nothing inline and nothing from elsewhere may run', async () => {
  const { headers } = await fetch(`${mock.url}/`, { headers: { Accept: 'text/html' } });
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/,
  );
  expect(policy).not.toContain('unsafe');
});

test('once the mock is gone the page says so, asks again, and shows what goes on when it is back', async () => {
  const { page } = await look(browser, mock.url);
  const connection = (): Promise<string | null> => page.locator('#connection').textContent();
  await expect.poll(connection).toBe('live');
  const { port } = mock;
  await mock.stop();
  await expect.poll(connection).toBe('The mock does not answer.');
  mock = await startMock({ port, seed: 'another', clock: { frozen: true } });
  const { id } = mock.createOrder();
  await page.locator(`[data-id="${id}"]`).waitFor();
  await expect.poll(connection).toBe('live');
});

test('where no stream can be had the page asks every two seconds, and shows what is new all the same', async () => {
  const { page } = await look(browser, mock.url, {}, async (before) => {
    await before.route('**/_sandbox/events', (route) => route.abort());
  });
  await expect.poll(() => page.locator('#connection').textContent()).toBe('asking every 2 s');
  const { id } = mock.createOrder();
  await page.locator(`[data-id="${id}"]`).waitFor();
});

test.each([1200, 1280, 1440])(
  'the whole state diagram and all controls are in sight at a width of %i',
  async (width) => {
    await book(mock, booking);
    const { page } = await look(browser, mock.url, { viewport: { width, height: 900 } });
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

test('where the state diagram is wider than the window the present state is in sight, and the speed stays with its name', async () => {
  const { id } = await book(mock, booking);
  const { page } = await look(browser, mock.url, { viewport: { width: 390, height: 844 } });
  mock.advanceBooking(id, 'delivered');
  await expect.poll(() => page.locator('.badge').first().textContent()).toBe('delivered');
  const inSight = (): Promise<boolean> =>
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
  await expect.poll(inSight).toBe(true);
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
] as const)('is whole and accessible in %s, %s', async (colorScheme, width, viewport) => {
  mock.setWebhooks({ lastmile: { url: hooks() } });
  const { id } = await book(mock, booking);
  mock.advanceBooking(id, 'picked_up');
  await book(mock, { ...booking, external_reference: 'second', packages: 'none' }).catch(() => {});
  mock.createOrder();
  const looked = await look(browser, mock.url, { colorScheme, viewport });
  await looked.page.locator('.attempts li').first().waitFor();
  expect(await violations(looked.page)).toEqual([]);
  expect(await overflow(looked.page)).toBeLessThanOrEqual(0);
  if (process.env.PAGE_PICTURES)
    await looked.page.screenshot({
      path: `${process.env.PAGE_PICTURES}/${colorScheme}-${width}.png`,
    });
  expectClean(looked);
});

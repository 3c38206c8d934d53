import { expect, test } from 'vitest';
import { book, openPage } from './open-page.ts';
import { booking, expectNoErrors, startMock, usePage } from './use-page.ts';

/** A booking in the examples that every new sandbox contains. */
const documentedBooking = 'bkg_01JD5KB1QZ8N';
const setup = usePage();

test('the address of the page returns JSON to a client that does not accept HTML', async () => {
  const response = await fetch(`${setup.mock.url}/`);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({ mode: 'sandbox' });
});

test('the page shows new bookings, new orders and the new status of a booking without a reload', async () => {
  const opened = await openPage(setup.browser, setup.mock.url);
  const { page } = opened;
  const { id, status } = await book(setup.mock, booking);
  const order = setup.mock.createOrder();
  const [card, orderCard] = [id, order.id].map((one) => page.locator(`[data-id="${one}"]`));
  await expect.poll(() => card?.locator('.badge').textContent()).toBe(status);
  await expect.poll(() => orderCard?.locator('.badge').textContent()).toBe('created');
  expect(await card?.locator('.state.now text').textContent()).toBe(status);
  expect(await card?.locator('.status-description').textContent()).toContain(
    `Now ${status} (phase open).`,
  );
  const moved = setup.mock.advanceBooking(id, 'picked_up');
  await expect.poll(() => card?.locator('.badge').textContent()).toBe(moved.status);
  expect(await card?.locator('.status-description').textContent()).toContain(
    'Next: enroute_to_dropoff',
  );
  expectNoErrors(opened);
});

test('the page lists the newest booking first', async () => {
  const { page } = await openPage(setup.browser, setup.mock.url);
  const first = await book(setup.mock, booking);
  const second = await book(setup.mock, { ...booking, external_reference: 'second' });
  await expect
    .poll(() =>
      page
        .locator('section[aria-labelledby=bookings] article')
        .evaluateAll((all) => all.slice(0, 2).map((one) => one.getAttribute('data-id'))),
    )
    .toEqual([second.id, first.id]);
});

test('the page lists the contract violations of a request', async () => {
  const opened = await openPage(setup.browser, setup.mock.url);
  await book(setup.mock, { ...booking, packages: 'none' }).catch(() => {});
  await expect
    .poll(() => opened.page.locator('.found li').allTextContents())
    .toContain('/packages must be an array');
  expectNoErrors(opened);
});

test('the buttons and fields of the page control the sandbox', async () => {
  const opened = await openPage(setup.browser, setup.mock.url);
  const { page } = opened;
  const message = (): Promise<string | null> => page.locator('#message').textContent();
  const click = (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();

  const cardIds = (): Promise<(string | null)[]> =>
    page.locator('article').evaluateAll((all) => all.map((one) => one.getAttribute('data-id')));
  await expect.poll(cardIds).toContain(documentedBooking);
  const before = await cardIds();

  await click('+10 min: advance the clock');
  await expect.poll(message).toContain('Advanced the clock by 10 min');
  expect(setup.mock.clock().now).toBe('2026-11-20T18:10:00.000Z');
  await expect
    .poll(() => page.locator('.clock-time').textContent())
    .toBe('2026-11-20 18:10:00 UTC');
  await click('+1 min: advance the clock');
  await expect.poll(() => setup.mock.clock().now).toBe('2026-11-20T18:11:00.000Z');

  await click('Run');
  await expect.poll(() => setup.mock.clock().frozen).toBe(false);
  await click('Freeze');
  await expect.poll(() => setup.mock.clock().frozen).toBe(true);
  await page.getByLabel('Speed').selectOption('60');
  await expect.poll(() => setup.mock.clock().speed).toBe(60);

  await page.getByLabel('marketplace', { exact: true }).fill(setup.receiverUrl);
  await click('Set the marketplace webhook target');
  await expect.poll(() => setup.mock.webhooks().marketplace?.url).toBe(setup.receiverUrl);

  await page.getByLabel('Scenario').selectOption('menu_publishing_fails');
  await click('New order');
  await expect
    .poll(message)
    .toMatch(/^No order was created\. The menu_publishing_fails scenario applies to the next/);
  await page.getByLabel('Scenario').selectOption('cash_order');
  await click('New order');
  await expect.poll(message).toMatch(/^Created order ord_\w+/);
  const { id } = (setup.mock.snapshot().marketplace as { orders: { id: string }[] }).orders[0] ?? {
    id: '',
  };
  const { revision } = (setup.mock.snapshot().marketplace as { orders: { revision: number }[] })
    .orders[0] ?? { revision: 0 };
  await click(`Advance one step: order ${id}`);
  await expect
    .poll(
      () =>
        (setup.mock.snapshot().marketplace as { orders: { revision: number }[] }).orders[0]
          ?.revision,
    )
    .toBeGreaterThan(revision);

  await expect.poll(() => page.locator('.attempts li.success').count()).toBe(1);
  await page.getByRole('button', { name: /^Redeliver order_created/ }).click();
  await expect.poll(() => page.locator('.attempts li.success').count()).toBe(2);

  await click('Remove the marketplace webhook target');
  await expect.poll(() => setup.mock.webhooks().marketplace).toBe(null);

  await click('Reset…');
  await click('Cancel');
  expect(await page.locator(`[data-id="${id}"]`).count()).toBe(1);
  await click('Reset…');
  await click('Reset');
  await expect.poll(cardIds).toEqual(before);
  expectNoErrors(opened);
});

test('the page shows the error message of the control API', async () => {
  const { page } = await openPage(setup.browser, setup.mock.url);
  await page.getByLabel('lastmile', { exact: true }).fill('ftp://elsewhere');
  await page.getByRole('button', { name: 'Set the lastmile webhook target' }).click();
  await expect
    .poll(() => page.locator('#message.error').textContent())
    .toContain('must be an http or https URL');
});

test('the page shows markup in names as text', async () => {
  const opened = await openPage(setup.browser, setup.mock.url);
  const markup = '<img src=x onerror=alert(1)>';
  const dropoff = booking.dropoff as { contact: object };
  const { id } = await book(setup.mock, {
    ...booking,
    dropoff: { ...dropoff, contact: { ...dropoff.contact, name: markup } },
  });
  await book(setup.mock, { ...booking, external_reference: markup }).catch(() => {});
  await fetch(`${setup.mock.lastmile}/acme/%3Cimg%20src=x%20onerror=alert(2)%3E`);
  await expect
    .poll(() => opened.page.locator(`[data-id="${id}"] pre`).textContent())
    .toContain(markup);
  await expect
    .poll(() => opened.page.locator('.rows code').allTextContents())
    .toContain('/lastmile/acme/%3Cimg%20src=x%20onerror=alert(2)%3E');
  expect(await opened.page.locator('img').count()).toBe(0);
  expectNoErrors(opened);
});

test('the main controls can be reached with the keyboard, and updates of the page keep the focus', async () => {
  const opened = await openPage(setup.browser, setup.mock.url);
  const { page } = opened;
  const { id } = await book(setup.mock, booking);
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
    expect.arrayContaining(['Skip to the content', 'Run', 'New order', 'Reset…', name]),
  );
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('#message').textContent()).toContain(`${id} is now`);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name);
  expectNoErrors(opened);
});

test('the content security policy forbids inline code and other origins', async () => {
  const { headers } = await fetch(`${setup.mock.url}/`, { headers: { Accept: 'text/html' } });
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/,
  );
  expect(policy).not.toContain('unsafe');
});

test('the page reports that the mock has stopped, and reconnects after a restart', async () => {
  const { page } = await openPage(setup.browser, setup.mock.url);
  const connection = (): Promise<string | null> => page.locator('#connection').textContent();
  await expect.poll(connection).toBe('live');
  const { port } = setup.mock;
  await setup.mock.stop();
  await expect.poll(connection).toBe('The mock does not respond.');
  setup.mock = await startMock({ port, seed: 'another', clock: { frozen: true } });
  const { id } = setup.mock.createOrder();
  await page.locator(`[data-id="${id}"]`).waitFor();
  await expect.poll(connection).toBe('live');
});

test('the page polls every two seconds if the event stream is not available', async () => {
  const { page } = await openPage(setup.browser, setup.mock.url, {}, async (before) => {
    await before.route('**/_sandbox/events', (route) => route.abort());
  });
  await expect.poll(() => page.locator('#connection').textContent()).toBe('polling every 2 s');
  const { id } = setup.mock.createOrder();
  await page.locator(`[data-id="${id}"]`).waitFor();
});

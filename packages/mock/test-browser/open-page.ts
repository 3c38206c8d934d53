import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Watched, watch } from '../../../tools/browser/inspect-page.ts';
import type { Sandbox } from '../src/api/types.ts';

/** The page, with the errors and the requests to other origins so far. */
export type OpenedPage = Watched;

/**
 * Opens the page of a mock, and waits until it shows its content.
 *
 * @param before runs before the page is opened
 */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  before: (page: Page) => Promise<void> = async () => {},
): Promise<OpenedPage> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const opened = watch(page, url);
  page.on('dialog', (dialog) => {
    opened.consoleErrors.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await before(page);
  await page.goto(`${url}/`);
  await page.getByRole('heading', { name: 'Requests' }).waitFor();
  return opened;
}

let keys = 0;

/**
 * Creates a booking as a client, and returns the response body.
 *
 * @throws {Error} if the response status is neither 200 nor 201
 */
export async function book(mock: Sandbox, body: object): Promise<{ id: string; status: string }> {
  const response = await fetch(`${mock.lastmile}/acme/create_booking`, {
    method: 'POST',
    headers: {
      Authorization: 'Bearer test_page',
      'Content-Type': 'application/json',
      'Idempotency-Key': `page-key-${++keys}`,
    },
    body: JSON.stringify(body),
  });
  const created = (await response.json()) as { id: string; status: string };
  if (response.status !== 201 && response.status !== 200) throw new Error(JSON.stringify(created));
  return created;
}

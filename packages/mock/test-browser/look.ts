import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Sandbox } from '../src/public.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The page, and everything that went wrong on it so far. */
export interface Looked {
  page: Page;
  /** Errors and warnings of the console, and exceptions. */
  complaints: string[];
  /** Requests that left the mock. */
  strangers: string[];
}

/** Opens the page of a mock, and waits until it shows something. */
export async function look(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Looked> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const looked: Looked = { page, complaints: [], strangers: [] };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) looked.complaints.push(message.text());
  });
  page.on('pageerror', (error) => looked.complaints.push(String(error)));
  page.on('dialog', (dialog) => {
    looked.complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) looked.strangers.push(request.url());
  });
  await page.goto(`${url}/`);
  await page.getByRole('heading', { name: 'Requests' }).waitFor();
  return looked;
}

/** What axe finds of impact critical, serious or moderate: rule, impact, and the elements. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    interface Axe {
      run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
    }
    const { violations: found } = await (window as unknown as { axe: Axe }).axe.run();
    return found
      .filter(({ impact }) => impact !== 'minor')
      .flatMap(({ id, impact, nodes }) => nodes.map(({ html }) => `${impact} ${id}: ${html.slice(0, 160)}`));
  });
}

/** How far the page is wider than the window, in CSS pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

let keys = 0;

/** Makes a booking as a client would; the answer. */
export async function book(mock: Sandbox, body: object): Promise<{ id: string; status: string }> {
  const response = await fetch(`${mock.lastmile}/acme/create_booking`, {
    method: 'POST',
    headers: { Authorization: 'Bearer test_page', 'Content-Type': 'application/json', 'Idempotency-Key': `page-key-${++keys}` },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { id: string; status: string };
  if (response.status !== 201 && response.status !== 200) throw new Error(JSON.stringify(answer));
  return answer;
}

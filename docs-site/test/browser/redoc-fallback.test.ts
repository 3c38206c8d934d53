import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildDocs } from '../../src/redoc/build-docs.ts';
import { buildReference } from '../../src/redoc/reference.ts';
import type { StockPage } from '../../src/redoc/split-output.ts';
import { routeOf } from '../../src/routes.ts';
import { siteServer } from '../../src/serve/server.ts';
import { contractOf, defaultSite } from '../../src/site.ts';
import { inBrowser } from '../support/browser/launch.ts';
import { close, listen } from '../support/browser/listen.ts';
import { open } from '../support/browser/open-page.ts';

const [operation] = contractOf(defaultSite, 'lastmile').operations;
if (operation === undefined) throw new Error('The contract has no operations.');
const browser = inBrowser();

/** Changes to the output of Redoc that keep its behavior but prevent patterns from matching. */
const changes: [string, string, (page: StockPage) => StockPage][] = [
  [
    'a library in which two patterns do not match',
    'does not match; the build uses the unchanged library',
    ({ head, body }) => ({
      head,
      body: body
        .replace('.childElementCount===0', '.childElementCount==0')
        .replace('`https://cdn.redoc.ly/redoc/logo-mini.svg`', '``'),
    }),
  ],
  [
    'a page that cannot be split',
    'The build uses the unchanged page',
    ({ head, body }) => ({ head, body: body.replaceAll('__redoc_definition', '__definition') }),
  ],
];

describe.each(changes)('a reference built from %s', (_, warning, change) => {
  let out: string;
  let server: Server;
  let address: string;
  beforeAll(async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    out = mkdtempSync(join(tmpdir(), 'fallback-'));
    buildReference({ ...defaultSite, out }, 'lastmile', (document) => change(buildDocs(document)));
    expect(warn.mock.calls.flat().join('\n')).toContain(warning);
    warn.mockRestore();
    server = siteServer(out);
    address = await listen(server);
  });
  afterAll(() => {
    close(server);
    rmSync(out, { recursive: true, force: true });
  });

  test.each(['/lastmile/', `/lastmile/${routeOf(operation)}`])(
    'renders %s and blocks requests to other origins',
    async (path) => {
      const { page, consoleErrors, crossOriginRequests, failures } = await open(
        browser(),
        address + path,
        {
          viewport: { width: 1280, height: 900 },
        },
      );
      const heading = path.includes('#') ? operation.summary : 'Your first call';
      await page.locator('main').getByText(heading).first().waitFor();
      expect(await page.locator('.bar').isVisible()).toBe(true);
      expect(failures).toEqual([]);
      // The unchanged library requests its logo. The policy of the page blocks the request.
      const others = crossOriginRequests.filter((url) => !url.startsWith('https://cdn.redoc.ly/'));
      expect(others).toEqual([]);
      expect(consoleErrors.filter((text) => !text.includes('cdn.redoc.ly'))).toEqual([]);
    },
  );
});

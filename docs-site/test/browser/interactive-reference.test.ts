import { expect, inject, test } from 'vitest';
import { interfaces } from '../../src/site.ts';
import { inBrowser } from '../support/browser/launch.ts';
import { open } from '../support/browser/open-page.ts';

const address = inject('address');
const browser = inBrowser();

test.each(interfaces)(
  'the interactive %s reference displays all texts of its introduction',
  async (name) => {
    const { page } = await open(browser(), `${address}/${name}/`, {});
    await page.locator('.menu-content[role="navigation"]').waitFor({ state: 'attached' });
    const texts = page.locator(
      '[data-section-id^="/section/"] > [data-component-name^="Markdown"]',
    );
    await texts.first().waitFor();
    expect(await texts.count()).toBeGreaterThan(20);
    const hidden = await texts.evaluateAll((elements) =>
      elements
        .filter((element) => !element.checkVisibility())
        .map((element) => element.textContent),
    );
    expect(hidden).toEqual([]);
  },
);

test('the interactive Marketplace reference does not violate its content security policy', async () => {
  const { page } = await open(browser(), `${address}/guides`, {});
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(`${event.violatedDirective}: ${event.blockedURI}`),
    );
  });
  await page.goto(`${address}/marketplace/`);
  await page.locator('.menu-content[role="navigation"]').waitFor({ state: 'attached' });
  await page.waitForFunction(
    () =>
      !document.querySelector('[data-testid="search-trigger"]')?.textContent?.includes('Loading'),
  );
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(
    await page.evaluate(() => (window as unknown as { violations: string[] }).violations),
  ).toEqual([]);
});

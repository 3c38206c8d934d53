import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadContract } from '@delivery-api/specs/contract';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launch } from '../../../tools/browser/chromium.ts';
import type * as library from '../src/api/types.ts';
import type { OpenedPage } from './open-page.ts';

export const { startMock } = (await import(
  new URL('../dist/index.js', import.meta.url).href
)) as typeof library;

const contract = loadContract(new URL('../../../specs/dist/lastmile.json', import.meta.url));
const example = contract.operations.find(({ id }) => id === 'createBooking')?.request?.examples[0]
  ?.value as Record<string, unknown>;
const { estimate_id: _, max_price: __, schedule: ___, ...withoutEstimate } = example;

/** The documented booking request, without an estimate, a maximum price and a schedule. */
export const booking: Record<string, unknown> = withoutEstimate;

/** A browser, a mock with a frozen clock, and a receiver that accepts every event. */
export interface PageSetup {
  browser: Browser;
  mock: library.Sandbox;
  /** The URL of the receiver. */
  receiverUrl: string;
}

/** Starts a browser and a receiver for the tests of a file, and a mock for each test. */
export function usePage(): PageSetup {
  const setup = {} as PageSetup;
  let receiver: Server;
  beforeAll(async () => {
    setup.browser = await launch();
    receiver = createServer((request, response) =>
      request.resume().on('end', () => response.writeHead(204).end()),
    );
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    setup.receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  });
  afterAll(async () => {
    await setup.browser?.close();
    receiver?.close();
  });
  beforeEach(async () => {
    const clock = { frozen: true, start: '2026-11-20T18:00:00Z' };
    setup.mock = await startMock({ seed: 'page', clock });
  });
  afterEach(async () => {
    for (const context of setup.browser.contexts()) await context.close();
    await setup.mock.stop();
  });
  return setup;
}

/** Expects that the page reported no errors and sent no request to another origin. */
export function expectNoErrors({ consoleErrors, crossOriginRequests }: OpenedPage): void {
  expect({ consoleErrors, crossOriginRequests }).toEqual({
    consoleErrors: [],
    crossOriginRequests: [],
  });
}

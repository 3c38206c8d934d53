import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../sandbox/test/support/runs.ts';
import { controlRequests } from '../support/control-requests.ts';
import { startSandbox } from '../support/sandbox.ts';

it('no random request to the control API returns an internal error', async () => {
  const { sendRequest, book, mock } = await startSandbox();
  await book();
  mock.createOrder();
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(controlRequests(mock.export()), async (request) => {
      const { status, text, json } = await sendRequest(request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500) throw new Error(`${request.method} ${request.path}: ${status} ${text}`);
      if (status >= 400) expect(json).toMatchObject({ code: expect.any(String), status });
    }),
    runs(400),
  );
  // These numbers show that many requests pass the checks of the method and the path.
  expect(statuses.get(200)).toBeGreaterThan(20);
  expect(statuses.get(422)).toBeGreaterThan(20);
  if (process.env.FAST_CHECK_RUNS) console.info(Object.fromEntries(statuses));
});

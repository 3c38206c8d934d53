import { startMock } from '@delivery-api/mock';

type Body = Record<string, unknown>;

/** Endpoint for a shown body, by a property of the body. A body with `lastmile` is initial data. */
const requests: readonly (readonly [member: string, method: string, path: string])[] = [
  ['lastmile', 'POST', '/_sandbox/reset'],
  ['operations', 'PUT', '/_sandbox/faults'],
  ['order', 'POST', '/_sandbox/orders'],
  ['type', 'POST', '/marketplace/menu'],
];

/**
 * Sends a shown JSON body twice to a new sandbox with the default data.
 *
 * @returns whether each response was a success
 * @throws if no request is known for the body
 */
export async function postTwice(body: Body): Promise<boolean[]> {
  const [, method, path] = requests.find(([member]) => member in body) ?? [];
  if (path === undefined)
    throw new Error(`send-shown-request: add the request for ${JSON.stringify(body)}.`);
  const sandbox = await startMock({ mode: 'sandbox', port: 0 });
  const send = async (): Promise<boolean> =>
    (
      await fetch(sandbox.url + path, {
        ...(method !== undefined && { method }),
        headers: {
          authorization: 'Bearer test_token',
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify('lastmile' in body ? { data: body } : body),
      })
    ).ok;
  try {
    return [await send(), await send()];
  } finally {
    await sandbox.stop();
  }
}

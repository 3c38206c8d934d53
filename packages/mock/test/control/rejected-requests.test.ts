import { describe, expect, it } from 'vitest';
import type { ProblemItem } from '../../../sandbox/src/kernel/problem-error.ts';
import { startSandbox } from '../support/sandbox.ts';

describe('requests that the control API rejects', () => {
  it.each<[string, string, unknown, number, string, unknown]>([
    [
      'PUT',
      '/clock',
      { sped: 60 },
      422,
      'validation_failed',
      ["/sped is unknown; did you mean 'speed'?"],
    ],
    ['PUT', '/clock', { speed: 0 }, 422, 'validation_failed', ['/speed must be at least 0.01']],
    [
      'PUT',
      '/clock',
      { speed: '2', frozen: 1 },
      422,
      'validation_failed',
      ['/speed must be a number', '/frozen must be true or false'],
    ],
    [
      'PUT',
      '/clock',
      { advance_seconds: -1 },
      422,
      'validation_failed',
      ['/advance_seconds must be at least 0'],
    ],
    ['PUT', '/clock', [], 422, 'validation_failed', [' must be an object']],
    [
      'PUT',
      '/webhooks',
      { lastmile: { url: 'file:///etc/passwd' } },
      422,
      'validation_failed',
      ['/lastmile/url must be an http or https URL'],
    ],
    [
      'PUT',
      '/webhooks',
      { lastmile: { url: 'http://a:b@c.example' } },
      422,
      'validation_failed',
      ['/lastmile/url must not contain a user name or password'],
    ],
    [
      'PUT',
      '/webhooks',
      { lastmile: { url: 'http://2852039166/latest/' } },
      422,
      'validation_failed',
      ['/lastmile/url must not be a link-local or cloud metadata address'],
    ],
    [
      'PUT',
      '/webhooks',
      { lastmile: { secrets: ['x'] } },
      422,
      'validation_failed',
      [
        '/lastmile/url is required',
        '/lastmile/secrets/0 must be whsec_ followed by the Base64 encoding of 24 to 64 bytes',
      ],
    ],
    [
      'PUT',
      '/webhooks',
      { lastmil: null },
      422,
      'validation_failed',
      ["/lastmil is unknown; did you mean 'lastmile'?"],
    ],
    [
      'PUT',
      '/faults',
      { operations: [{ operation: 'createBokking', drop: true }] },
      422,
      'validation_failed',
      [
        expect.stringMatching(
          /^\/operations\/0\/operation must be one of createBooking, .*did you mean 'createBooking'\?$/,
        ),
      ],
    ],
    [
      'PUT',
      '/faults',
      { operations: [{ operation: 'getOrder', code: 'menu_invalid' }] },
      422,
      'validation_failed',
      [
        expect.stringMatching(
          /^\/operations\/0\/code is not documented for getOrder; use invalid_parameter, /,
        ),
      ],
    ],
    [
      'PUT',
      '/faults',
      { operations: [{ operation: '*', status: 409 }] },
      422,
      'validation_failed',
      [
        expect.stringMatching(
          /^\/operations\/0\/status is not documented for every operation; use 400, 401, 403, 429, 500, 503$/,
        ),
      ],
    ],
    [
      'PUT',
      '/faults',
      { operations: [{ operation: 'getOrder' }] },
      422,
      'validation_failed',
      ['/operations/0 must have code, status, latency_ms or drop'],
    ],
    [
      'PUT',
      '/faults',
      { events: [{ event: 'order_created', fault: 'delay' }] },
      422,
      'validation_failed',
      [
        expect.stringMatching(
          /^\/events\/0\/fault must be one of duplicate, .*did you mean 'delayed'\?$/,
        ),
      ],
    ],
    [
      'POST',
      '/orders',
      { scenario: 'cash_oder' },
      422,
      'validation_failed',
      [expect.stringMatching(/did you mean 'cash_order'\?$/)],
    ],
    [
      'POST',
      '/orders',
      { store: 'x' },
      422,
      'validation_failed',
      [expect.stringMatching(/^\/store is unknown; /)],
    ],
    [
      'POST',
      '/reset',
      { data: { lastmile: { bokings: [] } } },
      422,
      'validation_failed',
      [expect.stringMatching(/^\/data\/lastmile\/bokings /)],
    ],
    ['POST', '/bookings/bkg_none/advance', {}, 404, 'booking_not_found', undefined],
    ['POST', '/orders/ord_none/advance', {}, 404, 'order_not_found', undefined],
    ['POST', '/deliveries/dlv_none/redeliver', {}, 404, 'path_not_found', undefined],
    ['GET', '/deliveries/dlv_none', undefined, 404, 'path_not_found', undefined],
    [
      'GET',
      '/deliveries?state=lost',
      undefined,
      400,
      'invalid_parameter',
      [expect.stringMatching(/^state must be one of waiting, /)],
    ],
    ['GET', '/requests?limit=0', undefined, 400, 'invalid_parameter', ['limit must be at least 1']],
    [
      'GET',
      '/snapshot?most=2',
      undefined,
      400,
      'invalid_parameter',
      ['most is unknown; use limit'],
    ],
    ['PUT', '/orders', {}, 405, 'method_not_allowed', undefined],
    ['GET', '/order', undefined, 404, 'path_not_found', undefined],
  ])(
    '%s %s with the body %j returns %i %s, and the state does not change',
    async (method, path, body, status, code, expectedErrors) => {
      const { control, mock } = await startSandbox();
      const before = mock.snapshot();
      const response = await control(method, path, body);
      expect([response.status, response.json.code], response.text).toEqual([status, code]);
      expect(response.headers['content-type']).toBe('application/problem+json');
      const errors = response.json.errors?.map(
        (item: ProblemItem) => `${item.pointer ?? item.parameter} ${item.message}`,
      );
      expect(errors).toEqual(expectedErrors);
      expect([mock.snapshot(), mock.webhooks(), mock.faults(), mock.clock()]).toEqual([
        before,
        { lastmile: null, marketplace: null },
        { operations: [], events: [] },
        { now: '2026-11-20T18:00:00.000Z', speed: 1, frozen: true },
      ]);
    },
  );
});

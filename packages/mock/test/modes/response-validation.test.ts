import type { Contract, JsonObject } from '@delivery-api/specs/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../sandbox/src/kernel/clock.ts';
import type {
  LastmileBehavior,
  MarketplaceBehavior,
  SandboxResponse,
} from '../../../sandbox/src/kernel/interface-behavior.ts';
import { ProblemError } from '../../../sandbox/src/kernel/problem-error.ts';
import { Sandbox } from '../../../sandbox/src/sandbox.ts';
import { sendWebhook } from '../../src/http/webhook-sender.ts';
import { sandboxMode } from '../../src/modes/sandbox.ts';
import { send, type TestResponse } from '../support/send.ts';
import { startTiny, tinyContract } from '../support/tiny-server.ts';
import { json, lamp } from '../support/use-tiny-contract.ts';

let stop: () => Promise<void> = async () => {};
afterEach(() => stop());

/** Serves the tiny contract with a sandbox whose behavior responds with `respond`. */
async function serve(respond: () => SandboxResponse) {
  const behavior: LastmileBehavior & MarketplaceBehavior = {
    tenantOf: () => 'acme',
    respond,
    load: () => {},
    loadExamples: () => {},
    advance: () => ({ status: 200, body: {} }),
    snapshot: () => ({}),
    setStoreConditions: () => ({ status: 200, body: {} }),
    createOrder: () => ({ status: 201, body: {} }),
    setBlockers: () => ({ status: 200, body: {} }),
  };
  const tiny = await tinyContract();
  const delivery = { timeout_seconds: 1, delays_seconds: [0], until: 'exhausted' };
  const contract = {
    ...tiny.contract,
    webhooks: [{ name: 'thingChanged', delivery }],
  } as unknown as Contract;
  const sandbox = new Sandbox({
    contracts: new Map([['lastmile', contract]]),
    behaviors: { lastmile: () => behavior, marketplace: () => behavior },
    clock: { frozen: true },
    wallClock: systemClock,
    sender: sendWebhook,
    maxEntries: 10,
    limits: false,
    baseUrl: () => '',
    seed: 'tiny',
    data: undefined,
  });
  const {
    port,
    exchanges,
    stop: stopServer,
  } = await startTiny(sandboxMode('lastmile'), { name: 'default', sandbox });
  stop = async () => {
    sandbox.stop();
    await stopServer();
  };
  const create = (headers: Record<string, string> = {}): Promise<TestResponse> =>
    send({
      port,
      method: 'POST',
      path: '/lastmile/acme/things',
      headers: { ...json, ...headers },
      body: JSON.stringify(lamp),
    });
  return { create, findings: () => exchanges.at(-1)?.responseFindings };
}

const good = {
  status: 201,
  body: { id: 'thg_1', name: 'Lamp' },
  headers: { Location: '/things/thg_1' },
};

describe('a response of the sandbox', () => {
  it('a response contains only the headers that the behavior sets and the standard headers', async () => {
    const { create, findings } = await serve(() => good);
    const { headers, status } = await create();
    expect([status, headers.location, findings()]).toEqual([201, '/things/thg_1', []]);
    expect(Object.keys(headers).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'date',
      'location',
      'request-id',
    ]);
  });

  it.each<[string, SandboxResponse, (string | RegExp)[]]>([
    [
      'a body that violates the schema',
      { ...good, body: { id: 7, name: 'Lamp' } },
      [/^body id .*must be string$/],
    ],
    ['an undocumented status', { status: 299, body: good.body }, [/status 299 is not documented/]],
    [
      'an undocumented header',
      { ...good, headers: { ...good.headers, 'X-Odd': '1' } },
      ['header X-Odd is not documented'],
    ],
    ['a missing header', { status: 201, body: good.body }, ['header Location is missing']],
  ])('a response with %s is sent, and the violation is reported', async (_, response, expected) => {
    const { create, findings } = await serve(() => response);
    expect((await create()).status).toBe(response.status);
    expect(findings()).toEqual(
      expected.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
    );
  });

  it.each<[string, ProblemError, string[]]>([
    ['a documented code', new ProblemError('first_clash', 'They clash.'), []],
    [
      'an undocumented code',
      new ProblemError('only_elsewhere', 'No.'),
      ['the code only_elsewhere is not documented for createThing'],
    ],
    [
      'a missing required header',
      new ProblemError('rate_limited', 'Slowly.'),
      ['header Retry-After is missing'],
    ],
    [
      'an undocumented header',
      new ProblemError('first_clash', 'They clash.', { headers: { 'X-Odd': '1' } }),
      ['header X-Odd is not documented'],
    ],
    [
      'a missing required member',
      new ProblemError('insufficient_permission', 'No.'),
      ['the member required_permission of the problem insufficient_permission is missing'],
    ],
  ])(
    'a problem with %s is sent, and only its violations are reported',
    async (_, rejection, expected) => {
      const { create, findings } = await serve(() => {
        throw rejection;
      });
      expect((await create()).json.code).toBe(rejection.code);
      expect(findings()).toEqual(expected);
    },
  );

  it('a response can be selected from the examples with Prefer', async () => {
    const { create, findings } = await serve(() => {
      throw new Error('not reached');
    });
    const response = await create({ prefer: 'code=409, example=second_clash' });
    expect([response.status, response.json.code, findings()]).toEqual([409, 'second_clash', []]);
  });

  it('an exception in the behavior returns 500, and the idempotency key stays unused', async () => {
    let count = 0;
    const { create } = await serve(() => {
      count += 1;
      if (count === 1) throw new TypeError('boom');
      return good;
    });
    expect((await create()).json.detail).toBe('Internal error of the mock: boom');
    expect((await create()).status).toBe(201);
  });

  it('a response is stored for its key as a copy that later changes do not affect', async () => {
    const body: JsonObject = { id: 'thg_1', name: 'Lamp' };
    const { create } = await serve(() => ({ ...good, body }));
    await create();
    body.name = 'Lighthouse';
    const again = await create();
    expect([again.json.name, again.headers['idempotency-replayed']]).toEqual(['Lamp', 'true']);
  });
});

import { type Mock, startMock } from '@delivery-api/mock';
import type { JsonObject } from '@delivery-api/specs/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, validRequest } from '../../../sandbox/test/support/contracts.ts';
import { expectDocumented, expectProblem } from '../support/expect-response.ts';
import { send, type TestResponse } from '../support/send.ts';

const one = operations.find(({ operation }) => operation.id === 'submitMenu');
if (one === undefined) throw new Error('The contract has no submitMenu.');
const example = one.operation.request?.examples[0]?.value as JsonObject & { items: JsonObject[] };
const [first, second, third, ...others] = example.items;
const withUnknownField = {
  ...example,
  items: [{ ...first, color: 'red' }, second, third, ...others],
};
const withInvalidPrice = {
  ...withUnknownField,
  items: [
    withUnknownField.items[0],
    second,
    { ...third, price: { amount: 1, currency: 'USD' } },
    ...others,
  ],
};
const withInvalidCurrency = { ...withInvalidPrice, currency: 'euro' };
const placesOf = ({ json }: TestResponse): string[] =>
  json.errors.map(({ pointer, severity }: JsonObject) => `${pointer} ${severity}`);

describe.each(['examples', 'sandbox'] as const)('a menu in %s mode', (mode) => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await (mode === 'sandbox'
      ? startMock({ mode, clock: { frozen: true } })
      : startMock({ mode }));
  });
  afterAll(() => mock.stop());

  let count = 0;
  const submit = async (
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> => {
    const request = validRequest(one.operation);
    count += 1;
    const response = await send({
      ...request,
      port: mock.port,
      path: `/marketplace${request.path}`,
      body: JSON.stringify(body),
      headers: { ...request.headers, 'idempotency-key': `menu-entities-${count}`, ...headers },
    });
    expectDocumented(one, one.operation, response);
    return response;
  };

  it('a menu that violates the schema within an entity is rejected with menu_invalid and the ID of the entity', async () => {
    const response = await submit(withUnknownField);
    expectProblem(one, response, 'menu_invalid');
    expect(response.json.errors[0]).toEqual({
      pointer: '/items/0/color',
      code: 'additional_properties',
      message: 'is unknown',
      severity: 'error',
      entity_type: 'item',
      entity_id: first?.id,
    });
  });

  it('a menu that violates the schema outside its arrays is rejected with validation_failed, without errors in the arrays', async () => {
    const response = await submit(withInvalidCurrency);
    expectProblem(one, response, 'validation_failed');
    expect(new Set(placesOf(response))).toEqual(new Set(['/currency undefined']));
  });

  it('a menu with invalid entities is rejected with menu_invalid even if Prefer selects a success response', async () => {
    expectProblem(one, await submit(withUnknownField, { prefer: 'code=202' }), 'menu_invalid');
  });

  if (mode === 'sandbox') {
    it('the schema violations and the business errors of a menu are reported together', async () => {
      expect(placesOf(await submit(withInvalidPrice))).toEqual(
        expect.arrayContaining(['/items/0/color error', '/items/2/price/currency error']),
      );
    });

    it('the response to a menu with invalid entities is replayed for the same key', async () => {
      const key = { 'idempotency-key': 'the-same-key' };
      const [before, after] = [
        await submit(withUnknownField, key),
        await submit(withUnknownField, key),
      ];
      expect([
        before.headers['idempotency-replayed'],
        after.headers['idempotency-replayed'],
      ]).toEqual([undefined, 'true']);
      expect(after.json.errors).toEqual(before.json.errors);
    });
  }
});

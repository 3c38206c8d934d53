import type { IHttpOperation } from '@stoplight/types';
import { expect, it } from 'vitest';
import { openEnums } from '../../src/contract/open-enums.ts';
import { startSandbox } from '../support/sandbox.ts';

it('values that the contract does not know yet go out where it lets enums grow, and are no fault', async () => {
  const { mock, read, control } = await startSandbox();
  const { id } = mock.createOrder({ scenario: 'unknown_enum_value' });
  await control('POST', `/orders/${id}/advance`, { to: 'accepted' });
  const vehicles = new Set<string>();
  for (let minute = 0; minute < 40; minute += 10) {
    await mock.advanceClock(600);
    const { json, status } = await read(id);
    expect([status, json.payments[0].method]).toEqual([200, 'direct_debit']);
    if (json.courier !== undefined) vehicles.add(json.courier.vehicle);
  }
  expect([...vehicles]).toEqual(['cargo_tram']);
  expect(mock.requests().flatMap(({ answer_findings }) => answer_findings)).toEqual([]);
});

it('only answers are opened, and only where enums may grow', () => {
  const status = { type: 'string', enum: ['a'], 'x-extensible-enum': true };
  const phase = { type: 'string', enum: ['b'] };
  const schema = () =>
    structuredClone({
      type: 'object',
      properties: { list: { items: { anyOf: [status, phase] } }, phase },
    });
  const operation = {
    request: { body: { contents: [{ schema: schema() }] } },
    responses: [{ contents: [{ schema: schema() }] }, {}],
  } as unknown as IHttpOperation;
  openEnums(operation);
  const { enum: _, ...open } = status;
  expect(operation.request?.body?.contents?.[0]?.schema).toEqual(schema());
  expect(operation.responses[0]?.contents?.[0]?.schema).toEqual({
    type: 'object',
    properties: { list: { items: { anyOf: [open, phase] } }, phase },
  });
});

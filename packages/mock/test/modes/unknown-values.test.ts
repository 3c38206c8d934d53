import { expect, it } from 'vitest';
import { startSandbox } from '../support/sandbox.ts';

it('the sandbox sends unknown values of extensible enums without a contract violation', async () => {
  const { mock, read, control } = await startSandbox();
  const { id } = mock.createOrder({ scenario: 'unknown_enum_value' });
  await control('POST', `/orders/${id}/advance`, { to: 'accepted' });
  const vehicles = new Set<string>();
  for (let minute = 0; minute < 40; minute += 10) {
    await mock.advanceClock(600);
    const { json, status } = await read(id);
    expect([status, json.payments[0].method]).toEqual([200, 'direct_debit']);
    if (json.courier !== undefined) vehicles.add(json.courier.vehicle_type);
  }
  expect([...vehicles]).toEqual(['cargo_tram']);
  expect(mock.requests().flatMap(({ response_findings }) => response_findings)).toEqual([]);
});

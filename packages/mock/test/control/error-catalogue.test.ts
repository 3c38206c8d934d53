import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContracts } from '../../../sandbox/test/support/contracts.ts';
import type { Sandbox } from '../../src/api/types.ts';
import { startMock } from '../../src/start-mock.ts';
import { startTime } from '../support/sandbox.ts';
import { triggerError, triggers } from '../support/trigger-error.ts';

let mock: Sandbox;
beforeAll(async () => {
  mock = await startMock({ seed: 'errors', clock: { start: startTime, frozen: true } });
});
afterAll(() => mock.stop());

describe.each(testContracts)('the error catalog of $name', ({ name, contract }) => {
  it('contains exactly the codes in `sandbox-errors.yaml`', () => {
    expect(Object.keys(triggers[name]).sort()).toEqual([...contract.problems.keys()].sort());
  });

  it.each([...contract.problems.keys()])(
    'the sandbox returns the code %s with the status in the error catalog',
    async (code) => {
      const responses = await triggerError(mock.port, name, code);
      const problem = responses.find(({ json }) => json?.code !== undefined);
      expect(problem?.json).toMatchObject({ code, status: contract.problems.get(code)?.status });
    },
  );
});

import { relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redocly, repository } from '../../workflows/redocly.ts';
import { type Environment, sandboxEnvironment } from '../../workflows/servers.ts';
import { failuresOf, workflows } from '../support/failures-of.ts';

it('specs/workflows contains the eight documented workflows', () => {
  expect(workflows.map(({ interfaces, id }) => `${interfaces} ${id}`)).toEqual([
    'lastmile cancelForAFee',
    'lastmile cancelAtOnce',
    'lastmile deliver',
    'lastmile handleUnserviceableDelivery',
    'marketplace publishMenu',
    'marketplace handOver',
    'marketplace reject',
    'marketplace pauseAndReopen',
  ]);
});

it('the Arazzo files have no lint problems', async () => {
  const files = workflows.map(({ file }) => relative(repository, file));
  const { output, status } = await redocly('lint', ...files, '--format', 'json');
  const reports = [...output.matchAll(/\{\n {2}"totals"[\s\S]*?\n\}/g)].map(
    ([text]) => JSON.parse(text) as { problems: unknown[] },
  );
  expect(reports.map(({ problems }) => problems)).toEqual(workflows.map(() => []));
  expect(status).toBe(0);
});

describe('workflows in a sandbox', () => {
  let sandbox: Environment;
  beforeAll(async () => {
    sandbox = await sandboxEnvironment({});
  });
  afterAll(() => sandbox.stop());

  it.each(workflows.map(({ id }) => id))('the workflow %s succeeds', async (workflow) => {
    expect(await failuresOf(workflow, sandbox)).toEqual([]);
  });

  it.each(['cancelAtOnce', 'publishMenu'])(
    'the workflow %s succeeds again in the same sandbox',
    async (workflow) => {
      expect(await failuresOf(workflow, sandbox)).toEqual([]);
    },
  );
});

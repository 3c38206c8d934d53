import { relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ground, ownSandbox } from '../../stories/ground.ts';
import { redocly, repository } from '../../stories/redocly.ts';
import { faultsOf, stories } from './faults-of.ts';

it('tell what partners live through, on both interfaces', () => {
  expect(stories.map(({ interfaces, workflow }) => `${interfaces} ${workflow}`)).toEqual([
    'lastmile cancelForAFee',
    'lastmile cancelAtOnce',
    'lastmile deliver',
    'lastmile learnThatItCannotBeServed',
    'marketplace publishMenu',
    'marketplace handOver',
    'marketplace reject',
    'marketplace pauseAndReopen',
  ]);
});

it('are valid Arazzo, to the linter', async () => {
  const files = stories.map(({ file }) => relative(repository, file));
  const { output, status } = await redocly('lint', ...files, '--format', 'json');
  const reports = [...output.matchAll(/\{\n {2}"totals"[\s\S]*?\n\}/g)].map(
    ([text]) => JSON.parse(text) as { problems: unknown[] },
  );
  expect(reports.map(({ problems }) => problems)).toEqual(stories.map(() => []));
  expect(status).toBe(0);
});

describe('in a sandbox', () => {
  let sandbox: Ground;
  beforeAll(async () => {
    sandbox = await ownSandbox({});
  });
  afterAll(() => sandbox.leave());

  it.each(stories.map(({ workflow }) => workflow))('%s holds', async (workflow) => {
    expect(await faultsOf(workflow, sandbox)).toEqual([]);
  });

  it.each(['cancelAtOnce', 'publishMenu'])('%s holds a second time', async (workflow) => {
    expect(await faultsOf(workflow, sandbox)).toEqual([]);
  });
});

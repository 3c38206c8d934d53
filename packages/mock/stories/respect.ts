import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Attempt, faultsOf, readReport } from './faults.ts';
import type { Servers } from './ground.ts';
import type { Inputs } from './inputs.ts';
import { redocly, repository } from './redocly.ts';
import { StoriesError } from './stories-error.ts';
import type { Story } from './story.ts';

/** How a story went. */
export interface Outcome {
  readonly story: Story;
  readonly steps: number;
  readonly requests: number;
  readonly milliseconds: number;
  /**
   * What did not hold: the step, and indented below it what was wrong with its answer. Empty when
   * all went well.
   */
  readonly faults: readonly string[];
}

/**
 * Runs a story with `redocly respect`: each step is held against the contract and against the
 * story's own criteria.
 *
 * @throws {StoriesError} when no report came about, or when a request went elsewhere than to the
 * servers given
 */
export async function respect(story: Story, servers: Servers, inputs: Inputs): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'stories-'));
  const started = performance.now();
  try {
    const file = join(folder, 'report.json');
    const { status, output } = await redocly(
      ...['respect', relative(repository, story.file), '--workflow', story.workflow],
      ...story.interfaces.flatMap((name) => ['--server', `${name}=${servers[name]}`]),
      ...['--input', JSON.stringify(inputs), '--json-output', file],
      ...['--max-fetch-timeout', '20000', '--execution-timeout', '1200000'],
    );
    const ending = output.trim().split('\n').at(-1)?.trim() ?? '';
    const attempts = readReport(file);
    if (attempts === undefined)
      throw new StoriesError(`${story.workflow} could not be run: ${ending}`);
    refuseStrangers(story, attempts, servers);
    const last = [...new Map(attempts.map((attempt) => [attempt.stepId, attempt])).values()];
    const faults = last.flatMap(faultsOf);
    if (faults.length === 0 && status !== 0)
      faults.push(`redocly respect ended with ${status}: ${ending}`);
    return {
      story,
      steps: last.length,
      requests: attempts.length,
      milliseconds: performance.now() - started,
      faults,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * `redocly respect` ignores a server whose name it does not know, and calls that of the contract
 * instead.
 */
function refuseStrangers(
  { workflow }: Story,
  attempts: readonly Attempt[],
  servers: Servers,
): void {
  const bases = Object.values(servers).map((base) => `${base}/`);
  // Where nobody answered, the report leaves the address empty.
  const stranger = attempts.find(
    ({ request }) => request?.url && !bases.some((base) => request.url.startsWith(base)),
  );
  if (stranger === undefined) return;
  throw new StoriesError(
    `${workflow}: ${stranger.stepId} called ${stranger.request?.url}, which is none of the servers given. It counts for nothing.`,
  );
}

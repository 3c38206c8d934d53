import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.ts';
import { quiet } from './processes.ts';

/** What a build came to, from turbo's own summary. */
export interface Build {
  seconds: number;
  /** Seconds of each task that ran; those from the cache are left out. */
  tasks: Map<string, number>;
  cached: number;
}

const goals = ['build', 'contract:lastmile', 'contract:marketplace'];

/**
 * Builds a clone of the repository, with a cache of its own.
 *
 * @throws {Error} with the end of what turbo said, when the build fails
 */
export function build(folder: string, tasks: readonly string[] = goals): Build {
  const runs = join(folder, '.turbo/runs');
  rmSync(runs, { recursive: true, force: true });
  const env = {
    ...quiet,
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_CACHE_DIR: join(folder, '.turbo/cache'),
  };
  run(
    'turbo',
    ['run', ...tasks, '--summarize', '--output-logs=errors-only', '--no-color'],
    folder,
    env,
  );
  const [file] = readdirSync(runs).sort(
    (a, b) => statSync(join(runs, b)).mtimeMs - statSync(join(runs, a)).mtimeMs,
  );
  const summary = JSON.parse(readFileSync(join(runs, file as string), 'utf8')) as Summary;
  const ran = summary.tasks.filter(
    ({ execution, cache }) => execution !== undefined && cache.status === 'MISS',
  );
  return {
    seconds: (summary.execution.endTime - summary.execution.startTime) / 1000,
    tasks: new Map(
      ran.map(({ taskId, execution: { startTime, endTime } }) => [
        taskId.replace('@delivery-api/', ''),
        (endTime - startTime) / 1000,
      ]),
    ),
    cached: summary.execution.cached,
  };
}

/** Forgets what was built in a clone before. */
export const forget = (folder: string): void =>
  rmSync(join(folder, '.turbo/cache'), { recursive: true, force: true });

interface Times {
  startTime: number;
  endTime: number;
}
interface Summary {
  execution: Times & { cached: number };
  tasks: { taskId: string; execution: Times; cache: { status: string } }[];
}

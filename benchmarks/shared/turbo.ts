import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { environment, run } from './processes.ts';

/** Result of a build, from turbo's run summary. */
export interface Build {
  seconds: number;
  /** Duration in seconds of each task that ran; cached tasks are not included. */
  tasks: Map<string, number>;
  /** Number of tasks whose result came from the cache. */
  cached: number;
}

interface Interval {
  startTime: number;
  endTime: number;
}
interface Summary {
  execution: Interval & { cached: number };
  tasks: { taskId: string; execution?: Interval; cache: { status: string } }[];
}

const secondsOf = ({ startTime, endTime }: Interval): number => (endTime - startTime) / 1000;

/**
 * Builds a clone of the repository with its own cache.
 *
 * @throws {Error} with the end of turbo's output if the build fails
 */
export function build(
  folder: string,
  tasks: readonly string[] = ['build', 'contract:lastmile', 'contract:marketplace'],
): Build {
  const runs = join(folder, '.turbo/runs');
  rmSync(runs, { recursive: true, force: true });
  const cache = join(folder, '.turbo/cache');
  const env = { ...environment, TURBO_TELEMETRY_DISABLED: '1', TURBO_CACHE_DIR: cache };
  const flags = ['--summarize', '--output-logs=errors-only', '--no-color'];
  run('turbo', ['run', ...tasks, ...flags], folder, env);
  const modified = (file: string): number => statSync(join(runs, file)).mtimeMs;
  const [file] = readdirSync(runs).sort((a, b) => modified(b) - modified(a));
  const summary = JSON.parse(readFileSync(join(runs, file as string), 'utf8')) as Summary;
  return {
    seconds: secondsOf(summary.execution),
    tasks: new Map(
      summary.tasks.flatMap(({ taskId, execution, cache: { status } }) =>
        execution === undefined || status !== 'MISS'
          ? []
          : [[taskId.replace('@delivery-api/', ''), secondsOf(execution)]],
      ),
    ),
    cached: summary.execution.cached,
  };
}

/** Deletes the build cache of a clone. */
export const clearCache = (folder: string): void =>
  rmSync(join(folder, '.turbo/cache'), { recursive: true, force: true });

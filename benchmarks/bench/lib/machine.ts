import { readFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { sampleOf, spreadOf } from '../../../tools/statistics.ts';

export interface Machine {
  processor: string;
  cores: number;
  memory_gb: number;
  system: string;
  node: string;
  /**
   * How much the time of one and the same calculation varied before, and after: what figures that
   * lie closer together say nothing about.
   */
  noise: number;
}

/** Times a calculation that never changes: what differs is the machine's doing. */
export function calculations(times = 15): number[] {
  return Array.from({ length: times }, () => {
    const started = performance.now();
    let sum = 0;
    for (let index = 0; index < 5_000_000; index++) sum = (sum + index * 31) % 1_000_003;
    return performance.now() - started + (sum < 0 ? 1 : 0);
  });
}

/** @param calculated the times of {@link calculations} before and after the measurements */
export function machine(calculated: readonly number[]): Machine {
  const [processor] = cpus();
  return {
    processor: processor?.model.trim() || arch(),
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release().split('-')[0]} ${arch()}`,
    node: process.versions.node,
    noise: spreadOf(sampleOf(calculated)),
  };
}

/**
 * The version of a package as installed.
 *
 * @param from the folder from which it is looked for, upwards; this one unless told otherwise
 * @throws {Error} where it is not installed
 */
export function versionOf(name: string, from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    try {
      return (
        JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as {
          version: string;
        }
      ).version;
    } catch {
      if (folder === dirname(folder)) throw new Error(`${name} is not installed; run npm ci.`);
    }
  }
}

/** The versions of packages as installed. @throws {Error} where one is not */
export const versionsOf = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, versionOf(name)]));

/** What takes part wherever the whole is used. */
export const whole = [
  '@delivery-api/mock',
  '@delivery-api/lastmile-client',
  '@delivery-api/marketplace-client',
] as const;

import { readFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { sampleOf, spreadOf } from '../shared/statistics.ts';

export interface Machine {
  processor: string;
  cores: number;
  memory_gb: number;
  system: string;
  node: string;
  /** Relative spread of the times of one calculation. Smaller differences are not significant. */
  noise: number;
}

/** Repeats one calculation. Returns the times in milliseconds. Their differences are noise. */
export function timeCalculations(times = 15): number[] {
  return Array.from({ length: times }, () => {
    const start = performance.now();
    let sum = 0;
    for (let index = 0; index < 5_000_000; index++) sum = (sum + index * 31) % 1_000_003;
    return performance.now() - start + (sum < 0 ? 1 : 0);
  });
}

/**
 * Describes this machine.
 *
 * @param calculations times of `timeCalculations` before and after the measurements
 */
export const describeMachine = (calculations: readonly number[]): Machine => ({
  processor: cpus()[0]?.model.trim() || arch(),
  cores: cpus().length,
  memory_gb: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${release().split('-')[0]} ${arch()}`,
  node: process.versions.node,
  noise: spreadOf(sampleOf(calculations)),
});

/**
 * Returns the installed versions of packages, by name.
 *
 * @param from folder at which the lookup starts. Default: this folder.
 * @throws {Error} if a package is not installed
 */
export const installedVersions = (
  names: readonly string[],
  from?: string,
): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, installedVersion(name, from)]));

function installedVersion(name: string, from: string = import.meta.dirname): string {
  try {
    const manifest = readFileSync(join(from, 'node_modules', name, 'package.json'), 'utf8');
    return (JSON.parse(manifest) as { version: string }).version;
  } catch {
    const parent = dirname(from);
    if (parent === from) throw new Error(`${name} is not installed. Run \`npm ci\`.`);
    return installedVersion(name, parent);
  }
}

/** Packages that the attacks and the soak test use. */
export const ownPackages = [
  '@delivery-api/mock',
  '@delivery-api/lastmile-client',
  '@delivery-api/marketplace-client',
] as const;

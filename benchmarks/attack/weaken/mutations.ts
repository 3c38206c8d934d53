import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../shared/contracts.ts';

/** A change of the source, which usually disables a check, and the test file that must then fail. */
export interface Mutation {
  id: string;
  /** Source file, relative to the root of the repository. */
  file: string;
  /** Text that occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Test file, relative to the root of the repository. */
  test: string;
}

/** All mutations of `mutations.yaml`. */
export const mutations: readonly Mutation[] = parse(
  readFileSync(new URL('mutations.yaml', import.meta.url), 'utf8'),
);

/** Returns the folder of the workspace that contains the test. */
export const workspaceOf = ({ test }: Mutation): string =>
  test.slice(0, test.search(/\/test(-browser)?\//));

export const needsBrowser = ({ test }: Mutation): boolean => test.includes('/test-browser/');

/**
 * Returns the source file with the mutation applied.
 *
 * @param folder root of the repository, or of a copy
 * @throws {Error} if the text does not occur exactly once
 */
export function mutate({ id, file, find, replace }: Mutation, folder = root): string {
  const parts = readFileSync(join(folder, file), 'utf8').split(find);
  if (parts.length === 2) return parts.join(replace);
  throw new Error(
    `${id}: ${file} contains \`${find}\` ${parts.length - 1} times instead of once. Update mutations.yaml.`,
  );
}

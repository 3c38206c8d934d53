import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { Failure } from './errors.ts';

export const interfaceNames: readonly InterfaceName[] = ['lastmile', 'marketplace'];

/**
 * A checkout: where things stand in it. All paths are relative to its root, with forward slashes.
 */
export class Repository {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  path(relative: string): string {
    return join(this.root, relative);
  }

  exists(relative: string): boolean {
    return existsSync(this.path(relative));
  }

  /** @throws {Failure} naming the file, when it is not there */
  read(relative: string): string {
    try {
      return readFileSync(this.path(relative), 'utf8');
    } catch {
      throw new Failure(
        `${relative} is missing. Restore it, for instance with \`git checkout -- ${relative}\`.`,
      );
    }
  }

  /** @throws {Failure} naming the file, when it is not there or not JSON */
  readJson<T>(relative: string): T {
    const text = this.read(relative);
    try {
      return JSON.parse(text) as T;
    } catch (error) {
      throw new Failure(
        `${relative} is not JSON (${(error as Error).message}). Mend it, or restore it with git.`,
      );
    }
  }
}

/** The repository that this package stands in. */
export const thisRepository = new Repository(join(import.meta.dirname, '../../../..'));

/** @throws {Failure} when the word is not the name of an interface */
export function interfaceNamed(word: string | undefined): InterfaceName {
  const name = interfaceNames.find((one) => one === word);
  if (name === undefined)
    throw new Failure(
      `Which interface? Say lastmile or marketplace${word === undefined ? '' : `, not '${word}'`}.`,
    );
  return name;
}

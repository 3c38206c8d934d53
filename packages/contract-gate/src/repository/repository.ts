import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { GateError } from './errors.ts';

export const interfaceNames: readonly InterfaceName[] = ['lastmile', 'marketplace'];

/** A checkout of the repository. Paths are relative to its root and contain forward slashes. */
export class Repository {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Returns the absolute path. */
  path(relative: string): string {
    return join(this.root, relative);
  }

  exists(relative: string): boolean {
    return existsSync(this.path(relative));
  }

  /**
   * Returns the text of a file.
   *
   * @throws {GateError} if the file cannot be read
   */
  read(relative: string): string {
    try {
      return readFileSync(this.path(relative), 'utf8');
    } catch {
      throw new GateError(
        `${relative} is missing. Restore it, for example with \`git checkout -- ${relative}\`.`,
      );
    }
  }

  /** Returns the text of a file; undefined if it does not exist. */
  readIfExists(relative: string): string | undefined {
    return this.exists(relative) ? this.read(relative) : undefined;
  }

  /**
   * Returns the parsed content of a JSON file.
   *
   * @throws {GateError} if the file cannot be read or is not JSON
   */
  readJson<T>(relative: string): T {
    const text = this.read(relative);
    try {
      return JSON.parse(text) as T;
    } catch (error) {
      throw new GateError(
        `${relative} is not JSON (${(error as Error).message}). Fix it, or restore it with git.`,
      );
    }
  }
}

/** The repository that contains this package. */
export const thisRepository = new Repository(join(import.meta.dirname, '../../../..'));

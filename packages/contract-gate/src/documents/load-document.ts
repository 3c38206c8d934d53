import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { GateError, UsageError } from '../repository/errors.ts';
import { interfaceNames, Repository } from '../repository/repository.ts';
import { run } from '../repository/run.ts';
import { removeFolder } from '../repository/temporary-folder.ts';
import { bundleInterface } from './bundle.ts';
import { contractOf, type LoadedDocument, parseYaml, refersToFiles } from './document.ts';
import { exportTree, resolveCommit } from './export-tree.ts';

/**
 * Loads documents. Keeps the temporary folders with the sources of the documents until `close` is
 * called, so that locations can be looked up there.
 */
export class DocumentLoader {
  readonly #repository: Repository;
  readonly #trees = new Map<string, Promise<string>>();

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  /**
   * Loads a file, or a file in a git revision, such as `main:specs/lastmile.yaml`. Bundles the
   * file if it is an entry document in `specs/`.
   *
   * @param cwd folder that file names are relative to
   * @throws {GateError} if the file or revision does not exist, or cannot be read
   */
  async named(name: string, cwd: string): Promise<LoadedDocument> {
    const file = resolve(cwd, name);
    if (existsSync(file) && statSync(file).isFile()) return this.#file(file, name);
    const [, revision = '', path = ''] = /^([^:]+):(.+)$/.exec(name) ?? [];
    if (path === '')
      throw new UsageError(
        `${name}: file not found. Specify a file, or a file in a git revision, such as main:specs/lastmile.yaml.`,
      );
    return this.#revisionFile(revision, path, name);
  }

  /** Loads the contract of the working tree. */
  current(name: InterfaceName): Promise<LoadedDocument> {
    return this.#entryDocument(name, `specs/${name}.yaml`, undefined, this.#repository);
  }

  /** Removes the temporary folders. */
  async close(): Promise<void> {
    for (const tree of this.#trees.values()) await tree.then(removeFolder, () => undefined);
    this.#trees.clear();
  }

  async #file(file: string, label: string): Promise<LoadedDocument> {
    const text = readFileSync(file, 'utf8');
    const value = parseYaml(text, label);
    if (!refersToFiles(value)) return { label, text, ...contractOf(value, label) };
    const folder = dirname(file);
    const name = interfaceNames.find((one) => basename(file) === `${one}.yaml`);
    if (name !== undefined && basename(folder) === 'specs' && existsSync(join(folder, 'bundle.ts')))
      return this.#entryDocument(name, label, undefined, new Repository(dirname(folder)));
    throw new UsageError(
      `${label} refers to other files and is not an entry document in a specs/ folder. Bundle it first, then compare the bundle.`,
    );
  }

  async #revisionFile(revision: string, path: string, label: string): Promise<LoadedDocument> {
    const commit = await resolveCommit(this.#repository, revision);
    const shown = await run('git', ['show', `${commit}:${path}`], this.#repository.root);
    if (shown.status !== 0)
      throw new UsageError(
        `Revision '${revision}' has no file ${path}. Specify a path from the root of the repository, such as ${revision}:specs/lastmile.yaml.`,
      );
    const text = shown.stdout;
    const value = parseYaml(text, label);
    if (!refersToFiles(value)) return { label, text, ...contractOf(value, label) };
    const name = interfaceNames.find((one) => path === `specs/${one}.yaml`);
    if (name === undefined)
      throw new UsageError(
        `${label} refers to other files and is not an entry document. Compare specs/lastmile.yaml or specs/marketplace.yaml.`,
      );
    return this.#entryDocument(name, label, commit, this.#repository);
  }

  async #entryDocument(
    name: InterfaceName,
    label: string,
    revision: string | undefined,
    repository: Repository,
  ): Promise<LoadedDocument> {
    const key = `${repository.root} ${revision ?? ''}`;
    const tree = this.#trees.get(key) ?? exportTree(repository, revision);
    this.#trees.set(key, tree);
    const sources = await tree;
    if (!existsSync(join(sources, 'specs', `${name}.yaml`)))
      throw new GateError(`specs/${name}.yaml is missing. Restore the entry document.`);
    const { yaml, json } = await bundleInterface(sources, name, label);
    return { label, text: yaml, ...contractOf(JSON.parse(json), label), sources };
  }
}

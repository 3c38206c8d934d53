import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { Failure } from '../repository/errors.ts';
import { interfaceNames, Repository } from '../repository/repository.ts';
import { run } from '../repository/run.ts';
import { bundled } from './bundle.ts';
import { contractOf, type LoadedDocument, parseYaml, refersToFiles } from './document.ts';
import { exportTree, knownCommit, type Tree } from './export-tree.ts';

/**
 * Loads documents and keeps the trees that they were bundled in until it is closed, so that places
 * can be looked up there.
 */
export class DocumentLoader {
  private readonly repository: Repository;
  private readonly trees = new Map<string, Promise<Tree>>();

  constructor(repository: Repository) {
    this.repository = repository;
  }

  /**
   * A document by the name that a person gives it: a file, or a file of a git revision as
   * `main:specs/lastmile.yaml`. Entry documents in
   * `specs/` are bundled.
   *
   * @param name relative to `cwd` where it is a file
   * @throws {Failure} in one line, when there is no such file or revision, or it cannot be read
   */
  async named(name: string, cwd: string): Promise<LoadedDocument> {
    const file = resolve(cwd, name);
    if (existsSync(file) && statSync(file).isFile()) return this.file(file, name);
    const [, revision = '', path = ''] = /^([^:]+):(.+)$/.exec(name) ?? [];
    if (path === '')
      throw new Failure(
        `${name}: there is no such file. Name a file, or a git revision with one, as in main:specs/lastmile.yaml.`,
      );
    return this.revisionFile(revision, path, name);
  }

  /** The contract of the working tree. */
  async current(name: InterfaceName): Promise<LoadedDocument> {
    return this.entry(name, `specs/${name}.yaml`, undefined, this.repository);
  }

  /** Removes the temporary trees. */
  async close(): Promise<void> {
    for (const tree of this.trees.values())
      await tree.then(({ remove }) => remove()).catch(() => undefined);
    this.trees.clear();
  }

  private async file(file: string, label: string): Promise<LoadedDocument> {
    const text = readFileSync(file, 'utf8');
    const value = parseYaml(text, label);
    if (!refersToFiles(value)) return { label, text, contract: contractOf(value, label) };
    const name = interfaceNames.find((one) => basename(file) === `${one}.yaml`);
    const root = dirname(dirname(file));
    if (
      name !== undefined &&
      existsSync(join(dirname(file), 'bundle.ts')) &&
      basename(dirname(file)) === 'specs'
    ) {
      return this.entry(name, label, undefined, new Repository(root));
    }
    throw new Failure(
      `${label} refers to other files and is no entry document in a specs/ folder. Bundle it first, then compare the bundle.`,
    );
  }

  private async revisionFile(
    revision: string,
    path: string,
    label: string,
  ): Promise<LoadedDocument> {
    const commit = await knownCommit(this.repository, revision);
    const shown = await run('git', ['show', `${commit}:${path}`], this.repository.root);
    if (shown.status !== 0)
      throw new Failure(
        `Revision '${revision}' has no file ${path}. Paths start at the root of the repository, as in ${revision}:specs/lastmile.yaml.`,
      );
    const value = parseYaml(shown.stdout, label);
    if (!refersToFiles(value))
      return { label, text: shown.stdout, contract: contractOf(value, label) };
    const name = interfaceNames.find((one) => path === `specs/${one}.yaml`);
    if (name === undefined)
      throw new Failure(
        `${label} refers to other files and is no entry document. Compare specs/lastmile.yaml or specs/marketplace.yaml.`,
      );
    return this.entry(name, label, commit, this.repository);
  }

  private async entry(
    name: InterfaceName,
    label: string,
    revision: string | undefined,
    repository: Repository,
  ): Promise<LoadedDocument> {
    const key = `${repository.root} ${revision ?? ''}`;
    const tree = this.trees.get(key) ?? exportTree(repository, revision);
    this.trees.set(key, tree);
    const { root } = await tree;
    if (!existsSync(join(root, 'specs', `${name}.yaml`)))
      throw new Failure(`specs/${name}.yaml is missing. Restore the entry document.`);
    const { yaml, json } = await bundled(root, name, label);
    return { label, text: yaml, contract: contractOf(JSON.parse(json), label), sources: root };
  }
}

import { existsSync, readdirSync } from 'node:fs';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { interfaceNames, type Repository } from '../repository/repository.ts';

/** A released document that a package is built from. */
export interface ContractSource {
  document: string;
  version: string;
  sha256: string;
}

export const dependencyKinds = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
] as const;

/** A package.json; only the members used here. */
export interface Manifest
  extends Partial<Record<(typeof dependencyKinds)[number], Record<string, string>>> {
  name: string;
  version: string;
  private?: boolean;
  /** One source, or an array if a package contains several contracts. */
  contract?: ContractSource | ContractSource[];
}

export interface Workspace {
  /** Relative to the root of the repository. */
  folder: string;
  manifest: Manifest;
}

/** Returns all workspaces of the root package.json, sorted by folder. */
export function workspaces(repository: Repository): Workspace[] {
  const { workspaces: patterns = [] } = repository.readJson<{ workspaces?: string[] }>(
    'package.json',
  );
  return patterns
    .flatMap((pattern) => {
      if (!pattern.endsWith('/*')) return [pattern];
      const parent = pattern.slice(0, -2);
      return existsSync(repository.path(parent))
        ? readdirSync(repository.path(parent)).map((name) => `${parent}/${name}`)
        : [];
    })
    .filter((folder) => repository.exists(`${folder}/package.json`))
    .toSorted()
    .map((folder) => ({
      folder,
      manifest: repository.readJson<Manifest>(`${folder}/package.json`),
    }));
}

/** Returns the public packages, dependencies before the packages that need them. */
export function publicPackages(repository: Repository): Workspace[] {
  const all = workspaces(repository).filter(({ manifest }) => manifest.private !== true);
  const ordered = new Set<Workspace>();
  const add = (workspace: Workspace): void => {
    const dependencies = workspace.manifest.dependencies ?? {};
    for (const other of all)
      if (other !== workspace && other.manifest.name in dependencies && !ordered.has(other))
        add(other);
    ordered.add(workspace);
  };
  for (const workspace of all) add(workspace);
  return [...ordered];
}

/** Returns whether a package is generated from one contract and therefore follows its version. */
export const isGenerated = (packageName: string): boolean => /-(types|client)$/.test(packageName);

/** Returns the interfaces whose contract a package contains. */
export const containedInterfaces = (packageName: string): readonly InterfaceName[] =>
  packageName === '@delivery-api/mock'
    ? interfaceNames
    : interfaceNames.filter(
        (name) => isGenerated(packageName) && packageName.startsWith(`@delivery-api/${name}-`),
      );

/** Returns the contracts that a package.json lists as sources. */
export const contractSources = ({ contract }: Manifest): ContractSource[] =>
  contract === undefined ? [] : Array.isArray(contract) ? contract : [contract];

import { existsSync, readdirSync } from 'node:fs';
import type { InterfaceName } from '@delivery-api/specs/contract';
import type { Repository } from '../repository/repository.ts';

/** The released document that a package is generated from. */
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
  contract?: ContractSource;
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

/** Returns the names of the packages that are generated from an interface. */
export const generatedPackages = (name: InterfaceName): string[] => [
  `@delivery-api/${name}-types`,
  `@delivery-api/${name}-client`,
];

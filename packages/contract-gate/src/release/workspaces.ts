import { existsSync, readdirSync } from 'node:fs';
import type { InterfaceName } from '@delivery-api/specs/contract';
import type { Repository } from '../repository/repository.ts';

/** A package.json, as far as it is used here. */
export interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  description?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  /** Where a generated package comes from. */
  contract?: { document: string; version: string; sha256: string };
  [key: string]: unknown;
}

export interface Workspace {
  /** Relative to the root of the repository. */
  folder: string;
  manifest: Manifest;
}

/** All workspaces that the root's package.json names, in the order of their folders. */
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

/** The packages that are generated from an interface: its types and its client. */
export const generatedPackages = (name: InterfaceName): string[] => [
  `@delivery-api/${name}-types`,
  `@delivery-api/${name}-client`,
];

export const dependencyKinds = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
] as const;

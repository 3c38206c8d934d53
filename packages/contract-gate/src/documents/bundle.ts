import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { GateError } from '../repository/errors.ts';
import { runNode } from '../repository/run.ts';
import { sha256 } from './release-hashes.ts';

/** A bundle as `specs/bundle.ts` writes it. */
export interface Bundle {
  yaml: string;
  json: string;
}

/**
 * Bundles by hash of their sources. Bundling is the slowest part of a comparison, and most
 * revisions change only one interface.
 */
const cache = new Map<string, Promise<Bundle>>();

/**
 * Bundles an interface, or returns the cached bundle of the same sources.
 *
 * @param root folder that contains `specs/`
 * @param label name of the document in error messages
 * @throws {GateError} if bundling fails
 */
export function bundleInterface(root: string, name: InterfaceName, label: string): Promise<Bundle> {
  const sources = [
    'package.json',
    'bundle.ts',
    'redocly.ts',
    'contract',
    `${name}.yaml`,
    name,
    'common',
  ].flatMap((part) => filesIn(join(root, 'specs', part)));
  const key = sha256(
    sources.map((file) => `${file.slice(root.length)} ${sha256(readFileSync(file))}`).join('\n'),
  );
  const bundle = cache.get(key) ?? runBundler(root, name, label);
  cache.set(key, bundle);
  bundle.catch(() => cache.delete(key));
  return bundle;
}

async function runBundler(root: string, name: InterfaceName, label: string): Promise<Bundle> {
  const result = await runNode(join(root, 'specs/bundle.ts'), [name], root);
  if (result.status !== 0)
    throw new GateError(bundlingError(result.stderr || result.stdout, label, root));
  const read = (ending: string) => readFileSync(join(root, `specs/dist/${name}.${ending}`), 'utf8');
  return { yaml: read('yaml'), json: read('json') };
}

/** Returns the file itself, or all files in a folder. */
function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** Reduces the output of the bundler to the first location and its message. */
function bundlingError(output: string, label: string, root: string): string {
  const lines = output
    .replaceAll(root + sep, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/could not be bundled\.$|^bundling /.test(line));
  const first = lines.findIndex((line) => line.startsWith('[1] '));
  const location = /^\[1\] (\S+)/.exec(lines[first] ?? '')?.[1];
  const message =
    location === undefined
      ? (lines[0] ?? 'the bundler printed no message.')
      : `${location}: ${lines[first + 1]}`;
  return `${label} could not be bundled: ${message.replace(/\.?$/, '.')} Run \`npm run lint -w @delivery-api/specs\` to locate the error, and fix the error.`;
}

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { Failure } from '../repository/errors.ts';
import { sha256 } from './release-hashes.ts';
import { runNode } from '../repository/run.ts';

/** A bundle as the bundler of `specs/` writes it. */
export interface Bundle {
  yaml: string;
  json: string;
}

// Base and revision mostly share one of the two interfaces, and bundling is the slowest part of a
// comparison.
const known = new Map<string, Promise<Bundle>>();

/**
 * Bundles an interface in a tree, or takes the bundle that the very same sources gave before.
 *
 * @param label what to call the document in complaints
 * @throws {Failure} in one line, with the place, when the sources cannot be bundled
 */
export function bundled(root: string, name: InterfaceName, label: string): Promise<Bundle> {
  const sources = [
    'package.json',
    'bundle.ts',
    'redocly.ts',
    'contract',
    `${name}.yaml`,
    name,
    'common',
  ].flatMap((part) => filesAt(join(root, 'specs', part)));
  const key = sha256(
    sources.map((file) => `${file.slice(root.length)} ${sha256(readFileSync(file))}`).join('\n'),
  );
  const bundle = known.get(key) ?? runBundler(root, name, label);
  known.set(key, bundle);
  bundle.catch(() => known.delete(key));
  return bundle;
}

async function runBundler(root: string, name: InterfaceName, label: string): Promise<Bundle> {
  const finished = await runNode(join(root, 'specs/bundle.ts'), [name], root);
  if (finished.status !== 0)
    throw new Failure(complaint(finished.stderr || finished.stdout, label, root));
  const read = (ending: string) => readFileSync(join(root, `specs/dist/${name}.${ending}`), 'utf8');
  return { yaml: read('yaml'), json: read('json') };
}

function filesAt(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/**
 * The bundler explains over many lines; the first that says where and what is enough to go there.
 */
function complaint(output: string, label: string, root: string): string {
  const lines = output
    .replaceAll(root + sep, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/could not be bundled\.$|^bundling /.test(line));
  const first = lines.findIndex((line) => line.startsWith('[1] '));
  const place = /^\[1\] (\S+)/.exec(lines[first] ?? '')?.[1];
  const sentence =
    place === undefined ? (lines[0] ?? 'no reason given.') : `${place}: ${lines[first + 1]}`;
  return `${label} could not be bundled: ${sentence.replace(/\.?$/, '.')} Mend that; \`npm run lint -w @delivery-api/specs\` shows the place.`;
}

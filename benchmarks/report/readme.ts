import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../shared/contracts.ts';
import { run } from '../shared/processes.ts';
import { renderPart } from './markdown.ts';
import type { Results } from './results.ts';

// A marker is at the start of a line, so that other text can mention markers. `results: mock` marks
// all tables of the part, and `results: mock/start` marks one table.
const openingMarker = /^<!-- results: /gm;
const block = /^<!-- results: (([a-z]+)(?:\/([a-z-]+))?) -->\n[\s\S]*?<!-- \/results -->$/gm;

/**
 * Replaces the tables between `<!-- results: … -->` and `<!-- /results -->`.
 *
 * @param file name for error messages
 * @throws {Error} if a marker is not closed, or names results that do not exist
 */
export function renderReadme(text: string, { parts }: Results, file: string): string {
  if (text.match(block)?.length !== text.match(openingMarker)?.length)
    throw new Error(`${file}: a marker <!-- results: … --> has no <!-- /results -->.`);
  return text.replace(block, (_, marker: string, name: string, id: string | undefined) => {
    const part = parts[name];
    if (part === undefined || (id !== undefined && !part.tables.some((table) => table.id === id))) {
      const isBenchmark = name !== 'attack' && name !== 'soak';
      const command = isBenchmark ? `bench -- ${name}` : `${name} -- --record`;
      throw new Error(`${file}: ${marker} has no results. Run \`npm run ${command}\`.`);
    }
    return `<!-- results: ${marker} -->\n${renderPart(part, id)}\n<!-- /results -->`;
  });
}

/** Returns the paths of all Markdown files of the repository that contain markers. */
export function filesWithResults(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'];
  return run('git', args, root)
    .split('\0')
    .filter(Boolean)
    .map((file) => join(root, file))
    .filter((file) => existsSync(file) && readFileSync(file, 'utf8').match(openingMarker));
}

/** Updates all files with markers and returns the changed ones. */
export function updateReadmes(results: Results): string[] {
  return filesWithResults().filter((file) => {
    const before = readFileSync(file, 'utf8');
    const after = renderReadme(before, results, relative(root, file));
    if (after !== before) writeFileSync(file, after);
    return after !== before;
  });
}

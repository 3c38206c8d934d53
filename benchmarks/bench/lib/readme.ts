import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Results } from './results.ts';
import { root } from './servers.ts';
import { partAsMarkdown } from './table.ts';

/** Marks stand in lines of their own, so that a text can speak of them. */
const opening = /^<!-- results: /gm;
// `results: mock` is a whole part, `results: mock/start` one table of it.
const block = /^<!-- results: ([a-z]+)(?:\/([a-z-]+))? -->\n[\s\S]*?<!-- \/results -->$/gm;

/**
 * Puts the tables of the results between their marks, `<!-- results: mock -->` and `<!-- /results
 * -->`.
 *
 * @throws {Error} when a mark asks for something that has not been measured, or is left open
 */
export function withResults(text: string, { parts }: Results, file: string): string {
  const opened = text.match(opening)?.length ?? 0;
  if ((text.match(block)?.length ?? 0) !== opened)
    throw new Error(`${file}: a mark <!-- results: … --> is not closed with <!-- /results -->.`);
  return text.replace(block, (_, name: string, id: string | undefined) => {
    const part = parts[name];
    if (part === undefined || (id !== undefined && !part.tables.some((table) => table.id === id)))
      throw new Error(
        `${file}: there are no results of ${name}${id === undefined ? '' : `/${id}`} yet. Measure them: npm run ${name === 'attack' || name === 'soak' ? `${name} -- --record` : `bench -- ${name}`}`,
      );
    return `<!-- results: ${name}${id === undefined ? '' : `/${id}`} -->\n${partAsMarkdown(part, id)}\n<!-- /results -->`;
  });
}

/** The READMEs of the repository that show results. */
export function readmes(): string[] {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'],
    { cwd: root, encoding: 'utf8' },
  );
  return files
    .split('\0')
    .filter(Boolean)
    .map((file) => join(root, file))
    .filter((file) => {
      try {
        return readFileSync(file, 'utf8').match(opening) !== null;
      } catch {
        return false;
      }
    });
}

/** Brings the tables in all READMEs up to date; gives those that were changed. */
export function writeReadmes(results: Results): string[] {
  return readmes().filter((file) => {
    const before = readFileSync(file, 'utf8');
    const after = withResults(before, results, relative(root, file));
    if (after === before) return false;
    writeFileSync(file, after);
    return true;
  });
}

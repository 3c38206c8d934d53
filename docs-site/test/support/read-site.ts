import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { inject } from 'vitest';
import { decode } from './decode.ts';

const folder = inject('site');

/** Every file of the built site, such as `lastmile/index.html`, and the compressed versions. */
const allFiles: string[] = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) =>
    posix.join(
      ...join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(/[\\/]/),
    ),
  )
  .sort();

export const isCompressed = (file: string): boolean => /\.(?:br|gz)$/.test(file);

/** Every file of the built site except the compressed versions. */
export const files: string[] = allFiles.filter((file) => !isCompressed(file));
export const compressedFiles: string[] = allFiles.filter(isCompressed);

export const readBytes = (file: string): Buffer => readFileSync(join(folder, file));
export const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

export const pages: string[] = files.filter((file) => file.endsWith('.html'));

export { decode };

/** Returns the values of an attribute in a page. */
export const attributes = (html: string, name: string): string[] =>
  Array.from(html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g')), ([, value]) =>
    decode(value ?? ''),
  );

/** Returns the policy of a page, by directive. */
export function policyOf(page: string): Map<string, string[]> {
  const [, text] =
    /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(read(page)) ?? [];
  return new Map(
    decode(text ?? '')
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
  );
}

/** Returns the document that an interactive reference renders. */
export function renderedDocument(name: string): Record<string, never> {
  return JSON.parse(read(files.find((file) => file.startsWith(`${name}/definition.`)) ?? ''));
}

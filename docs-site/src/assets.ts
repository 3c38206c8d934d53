import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { writeAsset } from './files.ts';
import type { SharedAssets } from './layout.ts';
import { sampleLanguages } from './sample-languages.ts';
import { here, type Site } from './site.ts';
import { referenceTheme, siteTheme } from './theme.ts';

const read = (path: string): string => readFileSync(join(here, path), 'utf8');
const readStyle = (path: string): string => read(path).replace(/\/\*[\s\S]*?\*\/\s*/g, '');

/** File names of the assets of the interactive references. Both interfaces use the same files. */
export interface ReferenceAssets extends SharedAssets {
  style: string;
  /** The script that adapts Redoc. */
  adapter: string;
}

export const assetFolder = (site: Site): string => join(site.out, 'assets');

export const writeIcon = (site: Site): string =>
  writeAsset(assetFolder(site), 'icon.svg', read('styles/icon.svg'));

function bundle(path: string, define: Record<string, string> = {}): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(here, path)],
    absWorkingDir: here,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'inline',
    define,
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Writes the script that all pages share, and the scripts of the search and the **Try it** console,
 * which the shared script fetches on first use.
 *
 * @returns the file name of the shared script
 */
export function writePageScript(site: Site): string {
  const folder = assetFolder(site);
  const style = writeAsset(folder, 'search.css', readStyle('styles/search.css'));
  const license = readFileSync(
    join(dirname(createRequire(import.meta.url).resolve('minisearch')), '../../LICENSE.txt'),
    'utf8',
  );
  const search = writeAsset(
    folder,
    'search.js',
    `/*! With MiniSearch.\n${license.trim()}\n*/\n${bundle('browser/search.ts', { STYLE: JSON.stringify(style) })}`,
  );
  const consoleStyle = writeAsset(folder, 'try-it.css', readStyle('styles/try-it.css'));
  const tryIt = writeAsset(
    folder,
    'try-it.js',
    bundle('browser/try-it/console.ts', { STYLE: JSON.stringify(consoleStyle) }),
  );
  return writeAsset(
    folder,
    'page.js',
    bundle('browser/page.ts', { SEARCH: JSON.stringify(search), TRY_IT: JSON.stringify(tryIt) }),
  );
}

/** Style sheets of `styles/site`, in cascade order. */
const siteSheets = 'base page-head landing guides code catalogs prose diagrams narrow print'.split(
  ' ',
);

/**
 * Returns the rules that show one language of a sample with tabs: the one that the reader chose, or
 * the first.
 */
const languageRules = (): string =>
  `.js .tabs > .sample ~ .sample { display: none; }
${sampleLanguages
  .map((language) => {
    const group = `.js[data-language="${language}"] .tabs:has(> [data-language="${language}"])`;
    return `${group} > .sample { display: none; } ${group} > .sample[data-language="${language}"] { display: block; }`;
  })
  .join('\n')}
`;

export const siteStyle = (): string =>
  [
    siteTheme,
    readStyle('styles/bar.css'),
    ...siteSheets.map((name) => readStyle(`styles/site/${name}.css`)),
    languageRules(),
  ].join('');

export const writeSiteStyle = (site: Site): string =>
  writeAsset(assetFolder(site), 'site.css', siteStyle());

/** Returns the CSS of the plain references. */
export const plainReferenceStyle = (): string =>
  siteStyle() + readStyle('styles/plain-reference.css');

/** Returns the CSS that the interactive references add to the CSS of Redoc. */
export const referenceStyle = (): string =>
  referenceTheme + readStyle('styles/bar.css') + readStyle('styles/reference.css');

export function writeReferenceAssets(site: Site): ReferenceAssets {
  const folder = assetFolder(site);
  return {
    icon: writeIcon(site),
    script: writePageScript(site),
    style: writeAsset(folder, 'reference.css', referenceStyle()),
    adapter: writeAsset(folder, 'reference.js', bundle('browser/reference.js')),
  };
}

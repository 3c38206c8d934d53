import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAsset } from './files.ts';
import { here, type Site } from './site.ts';
import { switchedTheme, systemTheme } from './theme.ts';

const read = (path: string): string => readFileSync(join(here, path), 'utf8');
const readStyle = (path: string): string => read(path).replace(/\/\*[\s\S]*?\*\/\s*/g, '');

/** Assets of the Redocly pages, by name; each of the two tasks writes the same. */
export interface ReferenceAssets {
  icon: string;
  style: string;
  script: string;
}

export const assetFolder = (site: Site): string => join(site.out, 'assets');

export const writeIcon = (site: Site): string => writeAsset(assetFolder(site), 'icon.svg', read('styles/icon.svg'));

export const siteStyle = (): string => systemTheme + readStyle('styles/bar.css') + readStyle('styles/site.css');

export const writeSiteStyle = (site: Site): string => writeAsset(assetFolder(site), 'site.css', siteStyle());

export function writeReferenceAssets(site: Site): ReferenceAssets {
  const folder = assetFolder(site);
  return {
    icon: writeIcon(site),
    style: writeAsset(folder, 'reference.css', switchedTheme + readStyle('styles/bar.css') + readStyle('styles/reference.css')),
    script: writeAsset(folder, 'reference.js', read('browser/reference.js')),
  };
}

import { join } from 'node:path';
import type { Contract } from '@delivery-api/specs/contract';
import { readBuilt, write } from '../files.ts';
import type { Site } from '../site.ts';
import { errorCatalogue } from './errors-json.ts';
import { httpFile } from './http-file.ts';
import { postmanCollection } from './postman.ts';
import { workflows } from './workflows.ts';

/**
 * What can be taken from beside the reference of an interface: names of files with what they are.
 */
export const downloads: readonly { file: string; text: string }[] = [
  { file: 'reference.md', text: 'Markdown' },
  { file: 'openapi.yaml', text: 'OpenAPI (YAML)' },
  { file: 'openapi.json', text: 'OpenAPI (JSON)' },
  { file: 'postman.json', text: 'Postman' },
  { file: 'requests.http', text: '.http' },
  { file: 'errors.json', text: 'Errors (JSON)' },
];

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Writes everything that tools and agents take: the documents as they were bundled, a Postman
 * collection, requests for editors, the error
 * catalogue and the stories.
 *
 * @param folder where the reference of this interface is being made
 * @throws {SiteError} naming what is missing
 */
export function writeDownloads(site: Site, contract: Contract, folder: string): void {
  const { name } = contract;
  for (const ending of ['yaml', 'json'])
    write(
      join(folder, `openapi.${ending}`),
      readBuilt(join(site.bundles, `${name}.${ending}`), 'Build it with `npm run build`.'),
    );
  write(join(folder, 'postman.json'), json(postmanCollection(contract)));
  write(join(folder, 'requests.http'), httpFile(contract));
  write(join(folder, 'errors.json'), json(errorCatalogue(contract)));
  for (const [file, story] of workflows(site, name)) write(join(folder, 'workflows', file), story);
}

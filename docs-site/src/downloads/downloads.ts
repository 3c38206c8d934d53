import { join } from 'node:path';
import type { Contract } from '@delivery-api/specs/contract';
import { readInput, write } from '../files.ts';
import type { Site } from '../site.ts';
import { errorCatalogue } from './errors-json.ts';
import { httpFile } from './http-file.ts';
import { postmanCollection } from './postman.ts';
import { workflows } from './workflows.ts';

/** The downloads of a reference: file names and labels. */
export const downloads: readonly { file: string; text: string }[] = [
  { file: 'reference.md', text: 'Markdown' },
  { file: 'openapi.yaml', text: 'OpenAPI (YAML)' },
  { file: 'openapi.json', text: 'OpenAPI (JSON)' },
  { file: 'openapi.slim.yaml', text: 'OpenAPI without examples (YAML)' },
  { file: 'openapi.slim.json', text: 'OpenAPI without examples (JSON)' },
  { file: 'postman.json', text: 'Postman' },
  { file: 'requests.http', text: '.http' },
  { file: 'errors.json', text: 'Errors (JSON)' },
];

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Writes the downloads of an interface: the bundled documents, a Postman collection, an HTTP file,
 * the error catalog and the workflows.
 *
 * @param folder the folder of the reference
 * @throws {SiteError} if an input is missing
 */
export function writeDownloads(site: Site, contract: Contract, folder: string): void {
  const { name } = contract;
  for (const ending of ['yaml', 'json', 'slim.yaml', 'slim.json'])
    write(
      join(folder, `openapi.${ending}`),
      readInput(join(site.bundles, `${name}.${ending}`), 'Build it with `npm run build`.'),
    );
  write(join(folder, 'postman.json'), json(postmanCollection(contract)));
  write(join(folder, 'requests.http'), httpFile(contract));
  write(join(folder, 'errors.json'), json(errorCatalogue(contract)));
  for (const [file, document] of workflows(site, name))
    write(join(folder, 'workflows', file), document);
}

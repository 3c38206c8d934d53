import { join } from 'node:path';
import type { Contract } from '@delivery-api/specs/contract';
import { plainReferenceStyle } from '../assets.ts';
import { write } from '../files.ts';
import { html } from '../html.ts';
import { createFrame } from '../plain-page.ts';
import { label, type Site } from '../site.ts';
import { referencePage } from './page.ts';
import { plainReference } from './reference.ts';
import { renderMarkdown } from './render-markdown.ts';

/**
 * Writes the plain reference of an interface: `reference.html` and `reference.md`.
 *
 * @param folder the folder of the reference
 * @throws {SiteError} that names a part of the contract that the reference cannot describe
 */
export function writePlainReference(site: Site, contract: Contract, folder: string): void {
  const reference = plainReference(contract);
  const frame = createFrame(site, html`<span>${label[contract.name]} ${contract.version}</span>`);
  write(
    join(folder, 'reference.html'),
    referencePage(frame, contract, reference, plainReferenceStyle()),
  );
  write(join(folder, 'reference.md'), renderMarkdown(reference));
}

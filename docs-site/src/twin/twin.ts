import { join } from 'node:path';
import type { Contract } from '@delivery-api/specs/contract';
import { twinStyle } from '../assets.ts';
import { write } from '../files.ts';
import { html } from '../html.ts';
import { frameOf } from '../plain-page.ts';
import { label, type Site } from '../site.ts';
import { manual } from './manual.ts';
import { manualPage } from './page.ts';
import { toMarkdown } from './to-markdown.ts';

/**
 * Writes the plain reference of an interface: `reference.html` and its twin, `reference.md`.
 *
 * @param folder where the reference of this interface is being made
 * @throws {SiteError} naming what the contract says in a form that there are no words for
 */
export function writeTwin(site: Site, contract: Contract, folder: string): void {
  const said = manual(contract);
  const frame = frameOf(site, html`<span>${label[contract.name]} ${contract.version}</span>`);
  write(join(folder, 'reference.html'), manualPage(frame, contract, said, twinStyle()));
  write(join(folder, 'reference.md'), toMarkdown(said));
}

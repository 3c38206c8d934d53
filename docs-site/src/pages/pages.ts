import { join } from 'node:path';
import { siteStyle, writeIcon, writeSiteStyle } from '../assets.ts';
import { readBuilt, write } from '../files.ts';
import { html } from '../html.ts';
import { siteName } from '../layout.ts';
import { contractOf, label, type Site } from '../site.ts';
import { decisionsPage, readDecisions } from './decisions.ts';
import { errors } from './errors.ts';
import { given } from './given.ts';
import { guidePage } from './guide.ts';
import { landing } from './landing.ts';
import { notFound } from './not-found.ts';
import { type Frame, plainPage } from './plain-page.ts';
import { sourcePage } from './source.ts';

/** The guides, by the name of file and page. */
const guides = ['faq', 'known-limits'];

/**
 * Builds every page but the two references.
 *
 * @throws {ContractError} or {Fault} in one line, when something they are made from is missing or not what it should be
 */
export function buildPages(site: Site): void {
  const lastmile = contractOf(site, 'lastmile');
  const marketplace = contractOf(site, 'marketplace');
  const contracts = [lastmile, marketplace];
  const source = readBuilt(join(site.specs, 'source/integration-interfaces.md'), 'It is part of the repository: restore it.');
  const decisions = readBuilt(join(site.specs, 'DECISIONS.md'), 'It is part of the repository: restore it.');
  const frame: Frame = {
    icon: writeIcon(site),
    style: writeSiteStyle(site),
    versions: html`${contracts.map(({ name, version }) => html`<span>${label[name]} ${version}</span> `)}`,
  };
  const pages: Record<string, string> = {
    'index.html': plainPage(frame, {
      place: 'overview',
      title: siteName,
      description: 'The Lastmile and the Marketplace interface of one delivery service: reference, downloads, errors and decisions.',
      main: landing(lastmile, marketplace, given(source), readDecisions(decisions).entries.length),
    }),
    'errors.html': plainPage(frame, {
      place: 'errors',
      title: 'Errors',
      description: 'Every problem code of both interfaces: status, cause, what to do, and whether to repeat the request.',
      main: errors(contracts),
    }),
    'decisions.html': plainPage(frame, {
      place: 'decisions',
      title: 'Decisions',
      description: 'What the source document leaves open, how it was settled, and why.',
      main: decisionsPage(decisions),
    }),
    'source.html': plainPage(frame, {
      place: undefined,
      title: 'Source document',
      description: 'The document that both interfaces start from, word for word.',
      main: sourcePage(source),
    }),
    '404.html': notFound(frame, siteStyle()),
  };
  for (const name of guides) {
    const { title, lead, main } = guidePage(
      `${name}.md`,
      readBuilt(join(site.guides, `${name}.md`), 'It is part of the repository: restore it.'),
    );
    pages[`${name}.html`] = plainPage(frame, { place: undefined, title, description: lead, main });
  }
  for (const [name, page] of Object.entries(pages)) write(join(site.out, name), page);
}

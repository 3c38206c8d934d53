import { join } from 'node:path';
import { samples } from '@delivery-api/codegen';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { writeReferenceAssets } from '../assets.ts';
import { writeDownloads } from '../downloads/downloads.ts';
import { replaceFolder, write } from '../files.ts';
import { html } from '../html.ts';
import { document, siteName } from '../layout.ts';
import { writePlainReference } from '../plain-reference/write.ts';
import { contractOf, label, type Site } from '../site.ts';
import { consoleData } from '../try-it/console-data.ts';
import { buildDocs } from './build-docs.ts';
import { decorate } from './decorate.ts';
import { writeRedoc } from './interactive-page.ts';

/**
 * Builds the reference of one interface: `<out>/<name>/` with the interactive page, the plain
 * reference and all downloads, and the shared assets in `<out>/assets/`.
 *
 * @param render renders a document with Redoc; tests replace it
 * @throws {ContractError} or {SiteError} if an input is missing or invalid
 */
export function buildReference(site: Site, name: InterfaceName, render = buildDocs): void {
  const contract = contractOf(site, name);
  const stock = render(decorate(contract, samples(contract)));
  const assets = writeReferenceAssets(site);
  replaceFolder(join(site.out, name), (folder) => {
    const redoc = writeRedoc(site, stock, assets, folder);
    const page = document(
      {
        path: `${name}/index.html`,
        barEntry: name,
        title: `${label[name]} reference · ${siteName}`,
        description: `${contract.title} ${contract.version}: every operation, webhook, field and problem code, with samples in six languages.`,
        policy: redoc.policy,
        assets,
        markdown: 'reference.md',
        head: redoc.head,
        side: html`<span class="bar-version">${contract.version}</span><a href="reference.html">Plain</a><a href="openapi.yaml" download="${name}.yaml">YAML</a><a href="openapi.json" download="${name}.json">JSON</a>`,
        body: html`<noscript><p class="note">This page needs JavaScript to show operations and fields. Without JavaScript, read the <a href="reference.html">plain reference</a>, or the OpenAPI document as <a href="openapi.yaml">YAML</a> or <a href="openapi.json">JSON</a>.</p></noscript>
${redoc.body}`,
      },
      site,
    );
    write(join(folder, 'index.html'), page);
    writePlainReference(site, contract, folder);
    writeDownloads(site, contract, folder);
    write(join(folder, 'try-it.json'), JSON.stringify(consoleData(contract)));
  });
}

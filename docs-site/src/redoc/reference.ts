import { join } from 'node:path';
import { samples } from '@delivery-api/codegen';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { assetFolder, referenceStyle, writeReferenceAssets } from '../assets.ts';
import { writeDownloads } from '../downloads/downloads.ts';
import { replaceFolder, write, writeAsset } from '../files.ts';
import { Html, html } from '../html.ts';
import { document, type Page, siteName } from '../layout.ts';
import { contractOf, label, type Site } from '../site.ts';
import { writeTwin } from '../twin/twin.ts';
import { buildDocs } from './build-docs.ts';
import { decorate } from './decorate.ts';
import { firstPaintStyle } from './first-paint.ts';
import { ownLibrary } from './library.ts';
import { ownMarkup } from './markup.ts';
import { referencePolicy } from './policy.ts';

/**
 * Builds the reference of one interface: `<out>/<name>/` with its interactive page, its plain twins
 * and all downloads, and in `<out>/assets/` what both references share.
 *
 * @throws {ContractError} when the bundle is missing or broken
 * @throws {BuildDocsChanged} when the CLI writes something we do not know
 */
export function buildReference(site: Site, name: InterfaceName): void {
  const contract = contractOf(site, name);
  const cut = buildDocs(decorate(contract, samples(contract)));
  const markup = ownMarkup(cut.markup);
  const parts = { ...cut, markup, style: firstPaintStyle(cut.style, referenceStyle() + markup) };
  const library = writeAsset(assetFolder(site), 'redoc.js', ownLibrary(parts.library));
  const assets = writeReferenceAssets(site);
  replaceFolder(join(site.out, name), (folder) => {
    // The document is data rather than script, which is parsed faster. The overview is in the page
    // already, so it is painted before the scripts that take it over are fetched.
    const definition = writeAsset(folder, 'definition.json', parts.definition);
    const start = writeAsset(
      folder,
      'start.js',
      `const definition = fetch(new URL('${definition}', import.meta.url));
if (!document.hidden) await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
const [{ hydrate }, { options }] = await Promise.all([import('../assets/${library}'), import('../assets/${assets.script}')]);
hydrate(await (await definition).json(), { ...${parts.options}, ...options }, document.getElementById('redoc'));
`,
    );
    const shown: Page = {
      path: `${name}/index.html`,
      skippable: false,
      place: name,
      title: `${label[name]} reference · ${siteName}`,
      description: `${contract.title} ${contract.version}: every operation, webhook, field and problem, with samples in curl and TypeScript.`,
      policy: referencePolicy(parts),
      assets,
      markdown: 'reference.md',
      head: html`<script type="module" src="${start}"></script>
${new Html(`${parts.styleTag}${parts.style}</style>`)}
<link rel="stylesheet" href="../assets/${assets.style}">`,
      side: html`<span class="bar-version">${contract.version}</span><a href="reference.html">Plain</a><a href="openapi.yaml" download="${name}.yaml">YAML</a><a href="openapi.json" download="${name}.json">JSON</a>`,
      body: html`<noscript><p class="note">Operations and fields appear here with JavaScript only. Without it, read <a href="reference.html">the plain page</a>, which has everything, or the document itself: <a href="openapi.yaml">YAML</a>, <a href="openapi.json">JSON</a>.</p></noscript>
${new Html(`<div id="redoc">${parts.markup}</div>`)}`,
    };
    write(join(folder, 'index.html'), document(shown, site));
    writeTwin(site, contract, folder);
    writeDownloads(site, contract, folder);
  });
}

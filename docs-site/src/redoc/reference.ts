import { join } from 'node:path';
import { samples } from '@delivery-api/codegen';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { assetFolder, writeReferenceAssets } from '../assets.ts';
import { readBuilt, replaceFolder, write, writeAsset } from '../files.ts';
import { Html, html } from '../html.ts';
import { document, siteName } from '../layout.ts';
import { contractOf, label, type Site } from '../site.ts';
import { buildDocs } from './build-docs.ts';
import { decorate } from './decorate.ts';
import { ownLibrary } from './library.ts';
import { ownMarkup } from './markup.ts';
import { referencePolicy } from './policy.ts';

/**
 * Builds the reference of one interface: `<out>/<name>/` with its page and both downloads, and in `<out>/assets/` what both references share.
 *
 * @throws {ContractError} when the bundle is missing or broken
 * @throws {BuildDocsChanged} when the CLI writes something we do not know
 */
export function buildReference(site: Site, name: InterfaceName): void {
  const contract = contractOf(site, name);
  const cut = buildDocs(decorate(contract, samples(contract)));
  const parts = { ...cut, markup: ownMarkup(cut.markup) };
  const library = writeAsset(assetFolder(site), 'redoc.js', ownLibrary(parts.library));
  const assets = writeReferenceAssets(site);
  replaceFolder(join(site.out, name), (folder) => {
    const start = writeAsset(
      folder,
      'start.js',
      `import { hydrate } from '../assets/${library}';
import { options } from '../assets/${assets.script}';
const definition = ${parts.definition};
hydrate(definition, { ...${parts.options}, ...options }, document.getElementById('redoc'));
`,
    );
    const page = document({
      root: '../',
      skippable: false,
      place: name,
      title: `${label[name]} reference · ${siteName}`,
      description: `${contract.title} ${contract.version}: every operation, webhook, field and problem, with samples in curl and TypeScript.`,
      policy: referencePolicy(parts),
      icon: assets.icon,
      head: html`<link rel="modulepreload" href="../assets/${library}">
<link rel="modulepreload" href="../assets/${assets.script}">
<script type="module" src="${start}"></script>
${new Html(`${parts.styleTag}${parts.style}</style>`)}
<link rel="stylesheet" href="../assets/${assets.style}">`,
      side: html`<span class="bar-version">${contract.version}</span><a href="openapi.yaml" download="${name}.yaml">YAML</a><a href="openapi.json" download="${name}.json">JSON</a>`,
      body: html`<noscript><p class="note">Operations and fields appear here with JavaScript only. Without it, read the document itself: <a href="openapi.yaml">YAML</a>, <a href="openapi.json">JSON</a>.</p></noscript>
${new Html(`<div id="redoc">${parts.markup}</div>`)}`,
    });
    write(join(folder, 'index.html'), page);
    for (const ending of ['yaml', 'json']) {
      write(join(folder, `openapi.${ending}`), readBuilt(join(site.bundles, `${name}.${ending}`), 'Build it with `npm run build`.'));
    }
  });
}

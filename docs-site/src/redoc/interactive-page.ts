import { assetFolder, type ReferenceAssets, referenceStyle } from '../assets.ts';
import type { Policy } from '../csp.ts';
import { writeAsset } from '../files.ts';
import { Html, html } from '../html.ts';
import type { Site } from '../site.ts';
import { RedocOutputError } from './output-error.ts';
import { applyPatches } from './patches.ts';
import { referencePolicy, stockPolicy } from './policy.ts';
import { type Parts, type StockPage, splitOutput } from './split-output.ts';

/** The parts of an interactive reference that come from Redoc. */
export interface RedocContent {
  policy: Policy;
  head: Html;
  body: Html;
}

function trySplit(page: StockPage): Parts | undefined {
  try {
    return splitOutput(page);
  } catch (error) {
    if (!(error instanceof RedocOutputError)) throw error;
    console.warn(`docs-site: ${error.message} The build uses the unchanged page.`);
    return undefined;
  }
}

const stylesheet = ({ style }: ReferenceAssets): Html =>
  html`<link rel="stylesheet" href="../assets/${style}">`;

const stockContent = (page: StockPage, assets: ReferenceAssets): RedocContent => ({
  policy: stockPolicy(page),
  head: html`${new Html(page.head)}
${stylesheet(assets)}
<script type="module" src="../assets/${assets.adapter}"></script>`,
  body: new Html(`<div id="content">${page.body}</div>`),
});

/**
 * Returns the script that starts Redoc. It loads the document as data, because browsers parse JSON
 * faster than scripts. The overview is prerendered, so the browser paints it before it fetches the
 * library. At any other route, the overview is removed, because Redoc would fail to hydrate it and
 * would render the page twice.
 */
const startScript = (
  { options }: Parts,
  definition: string,
  library: string,
  adapter: string,
): string => `const definition = fetch(new URL('${definition}', import.meta.url));
if (!document.hidden) await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
const [{ hydrate }, { options }] = await Promise.all([import('../assets/${library}'), import('../assets/${adapter}')]);
const element = document.getElementById('redoc');
if (!/^(#\\/?)?$/.test(location.hash)) element.replaceChildren();
hydrate(await (await definition).json(), { ...${options}, ...options }, element);
`;

/**
 * Writes the assets of an interactive reference and returns its content: the page that `build-docs`
 * wrote, with our patches, and with its library and document in separate files.
 *
 * If the page has an unknown form, prints a one-line warning and returns the unchanged content.
 *
 * @param folder the folder of the reference
 */
export function writeRedoc(
  site: Site,
  page: StockPage,
  assets: ReferenceAssets,
  folder: string,
): RedocContent {
  const stock = trySplit(page);
  if (stock === undefined) return stockContent(page, assets);
  const parts = applyPatches(stock, referenceStyle());
  const library = writeAsset(assetFolder(site), 'redoc.js', `${parts.library}\n`);
  const definition = writeAsset(folder, 'definition.json', parts.definition);
  const start = writeAsset(
    folder,
    'start.js',
    startScript(parts, definition, library, assets.adapter),
  );
  return {
    policy: referencePolicy(parts),
    head: html`<script type="module" src="${start}"></script>
${new Html(`${parts.styleTag}${parts.style}</style>`)}
${stylesheet(assets)}`,
    body: new Html(`<div id="content"><div id="redoc">${parts.overview}</div></div>`),
  };
}

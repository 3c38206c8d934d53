import { entries, sections } from '../guides/manifest.ts';
import { siteName } from '../layout.ts';
import { markdownAddress } from '../markdown-links.ts';
import { interfaces, label, type Site } from '../site.ts';

const summary =
  'Two HTTP interfaces of one delivery service, each defined by one OpenAPI 3.1 document: Lastmile, to book couriers, and Marketplace, to receive orders.';

/**
 * Returns `llms.txt` (llmstxt.org).
 *
 * @param described page descriptions by path
 */
export function llms({ url }: Site, described: ReadonlyMap<string, string>): string {
  const base = url === undefined ? '' : `${url}/`;
  const link = (path: string, text: string, about: string): string =>
    `- [${text}](${base}${path}): ${about}`;
  const pages = sections.map((section) => {
    const own = entries.filter(
      (entry) => entry.section === section && !entry.path.endsWith('/index.html'),
    );
    return `## ${section}\n\n${own.map(({ path, nav }) => link(markdownAddress(path), nav, described.get(path) ?? '')).join('\n')}`;
  });
  const files = interfaces.flatMap((name) => [
    link(
      `${name}/openapi.yaml`,
      `${label[name]}, OpenAPI 3.1 (YAML)`,
      'the contract, bundled into one document',
    ),
    link(
      `${name}/openapi.json`,
      `${label[name]}, OpenAPI 3.1 (JSON)`,
      'the contract as JSON, bundled into one document',
    ),
  ]);
  return `# ${siteName}

> ${summary}

Every page except the interactive references has a Markdown version: replace \`.html\` with \`.md\`. [llms-full.txt](${base}llms-full.txt) contains all Markdown versions.

${pages.join('\n\n')}

## Optional

${[...files, link('errors.json', 'Errors (JSON)', 'every problem code with its cause and action, and whether to retry')].join('\n')}
`;
}

/** Resolves a link of a text in `folder`, relative to the root of the site. */
const fromRoot = (folder: string, href: string): string => {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const resolved = new URL(href, `https://site.example/${folder}`);
  return resolved.href.slice('https://site.example/'.length);
};

/**
 * Returns the Markdown versions of all pages in one text, with links relative to the root.
 *
 * @param texts by path, such as `lastmile/reference.md`
 */
export const llmsFull = (texts: ReadonlyMap<string, string>): string =>
  `${[...texts]
    .map(
      ([path, text]) =>
        `<!-- ${path} -->\n\n${path.includes('/') ? text.replace(/\]\(([^)\s]+)\)/g, (_, href: string) => `](${fromRoot(path.replace(/[^/]*$/, ''), href)})`) : text}`,
    )
    .map((text) => text.trim())
    .join('\n\n')}\n`;

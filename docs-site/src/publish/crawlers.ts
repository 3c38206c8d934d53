import { escapeText } from '../html.ts';
import { absolute } from '../layout.ts';

/** What crawlers may read: everything. Where the site stands, they are told of its map. */
export const robots = (url: string | undefined): string =>
  `User-agent: *\nAllow: /\n${url === undefined ? '' : `Sitemap: ${url}/sitemap.xml\n`}`;

/** The map of the site (sitemaps.org 0.9). Its addresses have to be absolute. */
export const sitemap = (
  url: string,
  paths: readonly string[],
): string => `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<url><loc>${escapeText(absolute(url, path))}</loc></url>`).join('\n')}
</urlset>
`;

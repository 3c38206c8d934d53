import { escapeText } from '../html.ts';
import { absolute } from '../layout.ts';

/** Returns `robots.txt`, which allows everything. With a public URL, it also names the sitemap. */
export const robots = (url: string | undefined): string =>
  `User-agent: *\nAllow: /\n${url === undefined ? '' : `Sitemap: ${url}/sitemap.xml\n`}`;

/** Returns the sitemap (sitemaps.org 0.9). The format requires absolute URLs. */
export const sitemap = (
  url: string,
  paths: readonly string[],
): string => `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<url><loc>${escapeText(absolute(url, path))}</loc></url>`).join('\n')}
</urlset>
`;

import type { Contract } from '@delivery-api/specs/contract';
import { escapeText } from '../html.ts';
import { label, type Site } from '../site.ts';
import type { Release } from './read-changelog.ts';
import { releaseAnchor } from './read-changelog.ts';

const midnight = (date: string): string => `${date}T00:00:00Z`;

/**
 * Returns the released versions of the changelog as an Atom feed (RFC 4287). IDs do not depend on
 * `SITE_URL`; URLs are absolute only if `SITE_URL` is set.
 *
 * @param render renders an entry as HTML
 */
export function feed(
  site: Site,
  { docsBase }: Contract,
  releases: readonly Release[],
  render: (release: Release) => string,
): string {
  const dated = releases.filter(
    (release): release is Release & { date: string } => release.date !== undefined,
  );
  const base = site.url === undefined ? '' : `${site.url}/`;
  const id = (name: string): string => `tag:${new URL(docsBase).hostname},2026:changelog${name}`;
  const entries = dated.map(
    (release) => `<entry>
<id>${id(`/${release.interface}/${release.version}`)}</id>
<title>${label[release.interface]} ${release.version}</title>
<updated>${midnight(release.date)}</updated>
<category term="${release.rating}"/>
<link href="${base}changelog.html#${releaseAnchor(release)}"/>
<content type="html">${escapeText(render(release))}</content>
</entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${id('')}</id>
<title>Delivery API changelog</title>
<updated>${midnight(dated[0]?.date ?? '1970-01-01')}</updated>
<author><name>Delivery API</name></author>
<link rel="self" type="application/atom+xml" href="${base}feed.xml"/>
<link href="${base}changelog.html"/>
${entries.join('\n')}
</feed>
`;
}

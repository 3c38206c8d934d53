import type { Contract } from '@delivery-api/specs/contract';
import { type Rating, type Release, releaseAnchor } from '../changelog/read-changelog.ts';
import { type Html, html } from '../html.ts';
import { linkNames } from '../link-names.ts';
import { markdown } from '../markdown.ts';
import { withMarkdownLinks } from '../markdown-links.ts';
import { routeOf } from '../routes.ts';
import { label } from '../site.ts';
import { slug } from '../slug.ts';
import { pageHead, type SitePage } from './page.ts';
import { withSideNav } from './side-nav.ts';

const meaning: Record<Rating, string> = {
  'release candidate': 'later versions can contain breaking changes',
  'first release': 'from this version on, breaking changes require a new major version',
  breaking: 'clients may have to change',
  additive: 'existing clients are unaffected',
  'documentation-only': 'only documentation and examples have changed',
};

const lead =
  'All versions of both interfaces, the latest first. After the first release, the rating of a stable version describes the changes since the previous stable version: breaking, additive, or documentation-only.';

/** Returns the text of an entry, in which the names of operations and events are links. */
export function linkedEntry(
  contracts: readonly Contract[],
  { interface: name, text }: Release,
): string {
  const contract = contracts.find((one) => one.name === name);
  const targets = [
    ...(contract?.operations ?? []).map((one) => [one.id, one] as const),
    ...(contract?.webhooks ?? []).flatMap((one) => [
      [one.id, one] as const,
      [one.name, one] as const,
    ]),
  ];
  return linkNames(
    text,
    new Map(targets.map(([word, target]) => [word, `${name}/${routeOf(target)}`])),
  );
}

/**
 * Renders an entry as HTML. Anchors of headings contain the version, because every version has the
 * same headings.
 */
export const entryHtml = (contracts: readonly Contract[], release: Release): Html =>
  markdown(linkedEntry(contracts, release), {
    anchor: (heading) => `${releaseAnchor(release)}-${slug(heading)}`,
    address: (href) => href,
  });

const counts = ({ points }: Release): string =>
  points.map(([heading, count]) => `${count} ${heading.toLowerCase()}`).join(', ');

const article = (
  contracts: readonly Contract[],
  release: Release,
): Html => html`<article class="release">
<h2 id="${releaseAnchor(release)}">${label[release.interface]} ${release.version}</h2>
<p class="release-facts"><span class="rating rating-${slug(release.rating)}">${release.rating}</span> ${meaning[release.rating]}${release.points.length > 0 && html` (${counts(release)})`} · ${release.date === undefined ? 'unreleased' : html`<time datetime="${release.date}">${release.date}</time>`}</p>
${entryHtml(contracts, release)}</article>`;

/** Returns the page with every version of both interfaces. */
export const changelogPage = (
  contracts: readonly Contract[],
  releases: readonly Release[],
): SitePage => ({
  path: 'changelog.html',
  barEntry: 'changelog',
  title: 'Changelog',
  description: lead,
  main: html`${pageHead({ path: 'changelog.html', section: 'Reference', title: 'Changelog', lead: html`<p>${lead} Subscribe to the <a href="feed.xml">Atom feed</a>.</p>` })}
${withSideNav(
  'changelog.html',
  releases.map((release) => ({
    id: releaseAnchor(release),
    text: `${label[release.interface]} ${release.version}`,
  })),
  html`<div class="prose">${releases.map((release) => article(contracts, release))}</div>`,
)}`,
  markdown: `# Changelog

${lead}

${releases
  .map(
    (release) =>
      `## ${label[release.interface]} ${release.version} (${release.date ?? 'unreleased'})\n\nRating: ${release.rating} (${meaning[release.rating]}).\n\n${withMarkdownLinks(linkedEntry(contracts, release))}`,
  )
  .join('\n\n')}
`,
});

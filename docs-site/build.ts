// Builds one part of the site: `node build.ts reference:lastmile`, `reference:marketplace` or
// `pages`. After a release, `node build.ts anchors` writes the list of released anchors.
import { runCommand, UsageError } from './src/errors.ts';
import { defaultSite, isInterface, siteUrl } from './src/site.ts';

await runCommand(async () => {
  const site = { ...defaultSite, url: siteUrl(process.env.SITE_URL) };
  const task = process.argv[2] ?? '';
  const name = task.replace(/^reference:/, '');
  if (task === 'pages') {
    const { buildPages } = await import('./src/pages/pages.ts');
    buildPages(site);
    console.log('docs-site/dist: guides, errors, changelog, decisions, source, feed, search');
  } else if (task === 'anchors') {
    const { writeReleasedAnchors } = await import('./src/anchors/released.ts');
    console.log(`docs-site/released-anchors.json: ${writeReleasedAnchors(site)} released anchors`);
  } else if (task !== name && isInterface(name)) {
    const { buildReference } = await import('./src/redoc/reference.ts');
    buildReference(site, name);
    console.log(`docs-site/dist/${name}: reference and downloads`);
  } else {
    throw new UsageError(
      `Unknown part '${task}'. Usage: node build.ts reference:lastmile | reference:marketplace | pages | anchors`,
    );
  }
});

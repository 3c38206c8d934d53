import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { crawl, serveFolder } from '../rehearse/site.ts';

let folder;
let site;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crawl-'));
  site = await serveFolder(folder);
  page('index.html', '<a href="guide.html#start">Guide</a>');
  page('guide.html', '<h2 id="start">Start</h2><a href="./">Home</a>');
  page('lastmile-v1/index.html', '<a href="../">Home</a>');
  write('sitemap.xml', `<loc>${site.url}/</loc><loc>${site.url}/lastmile-v1/</loc>`);
});
afterEach(() => {
  site.server.close();
  site.server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

function write(file, text) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
const page = (file, body, canonical = file) =>
  write(
    file,
    `<!doctype html><link rel="canonical" href="${site.url}/${canonical.replace('index.html', '')}">${body}`,
  );

test('the crawl follows links and the sitemap, and counts pages and links', async () => {
  assert.deepEqual(await crawl(site.url), { pages: 3, links: 6 });
});

test('the crawl reports a link to a missing page', async () => {
  page('guide.html', '<h2 id="start">Start</h2><a href="gone.html">Gone</a>');
  await assert.rejects(crawl(site.url), /guide\.html links to http:\S+\/gone\.html$/);
});

test('the crawl reports a link to a missing anchor', async () => {
  page('guide.html', '<h2 id="begin">Begin</h2>');
  await assert.rejects(crawl(site.url), /links to http:\S+\/guide\.html#start$/);
});

test('the crawl reports a canonical URL that does not exist', async () => {
  page('lastmile-v1/index.html', '', 'lastmile/index.html');
  await assert.rejects(crawl(site.url), /lastmile-v1\/ links to http:\S+\/lastmile\/$/);
});

test('the crawl reports a page without a canonical URL', async () => {
  write('guide.html', '<!doctype html><h2 id="start">Start</h2>');
  await assert.rejects(crawl(site.url), /guide\.html has no canonical URL$/);
});

test('the crawl reports a sitemap entry whose URL does not exist', async () => {
  write('sitemap.xml', `<loc>${site.url}/gone.html</loc>`);
  await assert.rejects(crawl(site.url), /gone\.html does not exist$/);
});

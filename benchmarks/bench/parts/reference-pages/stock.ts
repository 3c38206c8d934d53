import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../shared/contracts.ts';
import { run } from '../../../shared/processes.ts';
import type { Files } from './host.ts';

const cli = join(root, 'node_modules/@redocly/cli');

function buildDocs(document: Buffer, more: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'stock-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), document);
    const args = ['build-docs', 'openapi.json', '--output', 'out.html', ...more];
    run(process.execPath, [join(cli, 'bin/cli.js'), ...args], folder);
    return readFileSync(join(folder, 'out.html'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the pages that `redocly build-docs` creates without and with `--inlineBundle`. The page
 * without this option loads its library from a CDN. Here, it loads the same file from the host.
 *
 * @throws {Error} if that page does not load the library of the installed Redocly CLI
 */
export function stockPages(document: Buffer): Files {
  const page = buildDocs(document);
  const [url] = /https:\/\/[^"]+\/redoc\.standalone\.js/.exec(page) ?? [];
  const [, integrity] = /integrity="sha384-([^"]+)"/.exec(page) ?? [];
  const library = readFileSync(join(cli, 'lib/chunks/redoc.standalone.js'));
  if (url === undefined || page.split(url).length !== 3)
    throw new Error('The page of `redocly build-docs` does not contain its library URL twice.');
  if (createHash('sha384').update(library).digest('base64') !== integrity)
    throw new Error('The integrity hash of the page differs from the library in the Redocly CLI.');
  return new Map([
    ['index.html', Buffer.from(page.replaceAll(url, './redoc.standalone.js'))],
    ['inline.html', Buffer.from(buildDocs(document, ['--inlineBundle']))],
    ['redoc.standalone.js', library],
  ]);
}

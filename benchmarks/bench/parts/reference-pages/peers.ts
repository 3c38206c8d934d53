import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from '../../../shared/processes.ts';
import type { Files } from './host.ts';

/** Another product that renders an OpenAPI document. */
export interface ReferencePeer {
  name: string;
  package: string;
  version: string;
  /** Files of the package that the page loads. */
  files: readonly string[];
  /** Content of `<head>` in the smallest page that the documentation of the product describes. */
  head: string;
  /** Content of `<body>` in this page. */
  body: string;
}

export const peers: readonly ReferencePeer[] = [
  {
    name: 'Scalar',
    package: '@scalar/api-reference',
    version: '1.72.1',
    files: ['dist/browser/standalone.js'],
    head: '',
    body: `<div id="app"></div>
<script src="standalone.js"></script>
<script>Scalar.createApiReference('#app', { url: 'openapi.json' })</script>`,
  },
  {
    name: 'Stoplight Elements',
    package: '@stoplight/elements',
    version: '9.0.25',
    files: ['web-components.min.js', 'styles.min.css'],
    head: `<script src="web-components.min.js"></script>
<link rel="stylesheet" href="styles.min.css">`,
    body: '<elements-api apiDescriptionUrl="openapi.json" router="hash" layout="sidebar"></elements-api>',
  },
  {
    name: 'Swagger UI',
    package: 'swagger-ui-dist',
    version: '5.35.0',
    files: ['swagger-ui-bundle.js', 'swagger-ui.css'],
    head: '<link rel="stylesheet" href="swagger-ui.css">',
    body: `<div id="swagger-ui"></div>
<script src="swagger-ui-bundle.js"></script>
<script>
window.onload = () => { window.ui = SwaggerUIBundle({ url: 'openapi.json', dom_id: '#swagger-ui' }); };
</script>`,
  },
  {
    name: 'RapiDoc',
    package: 'rapidoc',
    version: '9.3.8',
    files: ['dist/rapidoc-min.js'],
    head: '<script type="module" src="rapidoc-min.js"></script>',
    body: '<rapi-doc spec-url="openapi.json"></rapi-doc>',
  },
];

/**
 * Downloads the package of a peer without its dependencies, unless the folder contains it.
 *
 * @returns the folder of the unpacked package
 * @throws {Error} if the download fails or the package does not have the files
 */
function downloadPeer({ package: name, version, files }: ReferencePeer, folder: string): string {
  const unpacked = join(folder, `${name.replace(/^@/, '').replace('/', '-')}-${version}`);
  if (!existsSync(unpacked)) {
    const temporary = `${unpacked}.${process.pid}`;
    mkdirSync(temporary, { recursive: true });
    try {
      const args = ['pack', '--json', '--ignore-scripts', `${name}@${version}`];
      const [archive] = JSON.parse(run('npm', args, temporary)) as { filename: string }[];
      run('tar', ['-xzf', archive?.filename ?? ''], temporary);
      renameSync(join(temporary, 'package'), unpacked);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  }
  const missing = files.find((file) => !existsSync(join(unpacked, file)));
  if (missing === undefined) return unpacked;
  throw new Error(`${name}@${version} has no ${missing}. Update the list of peers.`);
}

/** Returns the page of a peer, the document, and the files of its package. */
export function peerFiles(peer: ReferencePeer, folder: string, document: Buffer): Files {
  const unpacked = downloadPeer(peer, folder);
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${peer.name}</title>
${peer.head}
</head>
<body>
${peer.body}
</body>
</html>
`;
  return new Map([
    ['index.html', Buffer.from(page)],
    ['openapi.json', document],
    ...peer.files.map((file) => [basename(file), readFileSync(join(unpacked, file))] as const),
  ]);
}

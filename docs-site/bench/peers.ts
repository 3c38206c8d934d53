import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SiteError as Fault } from '../src/errors.ts';

/**
 * Another product that renders an OpenAPI document: one package, the files of it that a page needs,
 * and the page.
 */
export interface Peer {
  name: string;
  package: string;
  version: string;
  /** Where the files lie in the package. */
  files: readonly string[];
  /**
   * The smallest page of the product's own documentation, with `openapi.json` and the files beside
   * it.
   */
  page: string;
}

const head = (title: string, more = ''): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${title}</title>\n${more}</head>\n`;

export const peers: readonly Peer[] = [
  {
    name: 'Scalar',
    package: '@scalar/api-reference',
    version: '1.72.1',
    files: ['dist/browser/standalone.js'],
    page: `${head('Scalar API Reference')}<body>
<div id="app"></div>
<script src="standalone.js"></script>
<script>Scalar.createApiReference('#app', { url: 'openapi.json' })</script>
</body>
</html>
`,
  },
  {
    name: 'Stoplight Elements',
    package: '@stoplight/elements',
    version: '9.0.25',
    files: ['web-components.min.js', 'styles.min.css'],
    page: `${head('Elements', '<script src="web-components.min.js"></script>\n<link rel="stylesheet" href="styles.min.css">\n')}<body>
<elements-api apiDescriptionUrl="openapi.json" router="hash" layout="sidebar"></elements-api>
</body>
</html>
`,
  },
  {
    name: 'Swagger UI',
    package: 'swagger-ui-dist',
    version: '5.35.0',
    files: ['swagger-ui-bundle.js', 'swagger-ui.css'],
    page: `${head('Swagger UI', '<link rel="stylesheet" href="swagger-ui.css">\n')}<body>
<div id="swagger-ui"></div>
<script src="swagger-ui-bundle.js"></script>
<script>
window.onload = () => { window.ui = SwaggerUIBundle({ url: 'openapi.json', dom_id: '#swagger-ui' }); };
</script>
</body>
</html>
`,
  },
  {
    name: 'RapiDoc',
    package: 'rapidoc',
    version: '9.3.8',
    files: ['dist/rapidoc-min.js'],
    page: `${head('RapiDoc', '<script type="module" src="rapidoc-min.js"></script>\n')}<body>
<rapi-doc spec-url="openapi.json"></rapi-doc>
</body>
</html>
`,
  },
];

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    throw new Fault(
      `\`${command} ${args.join(' ')}\` failed: ${(error?.message ?? stderr).trim().split('\n').at(-1)}`,
    );
  return stdout;
}

/**
 * Fetches the tarball of a peer, without its dependencies, unless an earlier run left it in
 * `folder`.
 *
 * @returns the folder of the unpacked package
 * @throws {Fault} in one line, when the registry does not answer or the package does not have the
 * files
 */
export function fetchPeer({ package: name, version, files }: Peer, folder: string): string {
  const unpacked = join(folder, `${name.replace(/^@/, '').replace('/', '-')}-${version}`);
  if (!existsSync(unpacked)) {
    const draft = `${unpacked}.${process.pid}`;
    mkdirSync(draft, { recursive: true });
    try {
      const [tarball] = JSON.parse(
        run('npm', ['pack', '--json', '--ignore-scripts', `${name}@${version}`], draft),
      ) as { filename: string }[];
      run('tar', ['-xzf', tarball?.filename ?? ''], draft);
      renameSync(join(draft, 'package'), unpacked);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  for (const file of files) {
    if (!existsSync(join(unpacked, file)))
      throw new Fault(
        `${name}@${version} has no ${file}. Look at its page, and mend bench/peers.ts.`,
      );
  }
  return unpacked;
}

/**
 * What a page of the peer loads, by name: the page itself, the document and the files of the
 * package.
 */
export function filesOf(peer: Peer, unpacked: string, document: Buffer): Map<string, Buffer> {
  const files = peer.files.map(
    (file) => [file.replace(/^.*\//, ''), readFileSync(join(unpacked, file))] as const,
  );
  return new Map([['index.html', Buffer.from(peer.page)], ['openapi.json', document], ...files]);
}

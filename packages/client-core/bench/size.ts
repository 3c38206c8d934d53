import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { type Peer, root } from './peers.ts';

/** Bytes of an app. */
export interface Size {
  minified: number;
  gzipped: number;
}

/** Bundles the module of a client, and gives the place of the bundle. */
export async function bundled(peer: Peer, folder: string, document: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  peer.prepare?.(folder, document);
  writeFileSync(join(folder, 'module.js'), peer.module);
  await build({
    ...options,
    entryPoints: [join(folder, 'module.js')],
    outfile: join(folder, 'module.mjs'),
  });
  return join(folder, 'module.mjs');
}

/** The size of an app that makes two calls with the client: minified, and gzipped too. */
export async function sizeOf(folder: string): Promise<Size> {
  const entry = join(folder, 'app.js');
  writeFileSync(
    entry,
    "import { connect } from './module.js';\nconst client = connect();\nawait client.post({});\nawait client.get();\n",
  );
  const { outputFiles } = await build({
    ...options,
    entryPoints: [entry],
    minify: true,
    write: false,
  });
  const code = outputFiles?.[0]?.contents ?? new Uint8Array();
  return { minified: code.length, gzipped: gzipSync(code, { level: 9 }).length };
}

const options: BuildOptions = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  logLevel: 'error',
  nodePaths: [join(root, 'node_modules')],
};

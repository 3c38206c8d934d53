// Builds the package into `dist`: one file for the library and one for the command, the type
// declarations of the library, and the third-party notices.
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import ts from 'typescript';
import { thirdPartyNotices } from './notices.ts';

const here = import.meta.dirname;
const dist = join(here, 'dist');
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
  version: string;
};

// Prism is CommonJS and needs `require`, `__filename` and `__dirname`.
const commonJs = `import { createRequire as createRequireForBundle } from 'node:module';
import { dirname as dirnameForBundle } from 'node:path';
import { fileURLToPath as fileURLToPathForBundle } from 'node:url';
const require = createRequireForBundle(import.meta.url);
const __filename = fileURLToPathForBundle(import.meta.url);
const __dirname = dirnameForBundle(__filename);`;

// Parts of Prism for work that is done at build time (reading documents), by the mock itself (HTTP,
// the log, security, MIME types by file extension), or not at all (random examples). They would be
// two thirds of the bundle. Code that uses one of them throws an error.
const excluded =
  /^(@faker-js\/faker|json-schema-faker|lodash\/fp|mime-types|node-fetch|https?-proxy-agent|pino|postman-collection|@stoplight\/(http-spec|json-schema-ref-parser)(\/.*)?)$/;
const excludeParts: Plugin = {
  name: 'exclude-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: excluded }, ({ path }) => ({ path, namespace: 'excluded' }));
    onLoad({ filter: /.*/, namespace: 'excluded' }, ({ path }) => ({
      contents: stub(path),
      loader: 'js',
    }));
  },
};

/**
 * Returns the code of a module that replaces an excluded module. Its functions throw an error,
 * except for the functions that Prism calls when it loads, to configure json-schema-faker.
 */
const stub = (name: string): string =>
  name === 'json-schema-faker'
    ? `module.exports = { JSONSchemaFaker: { extend() {}, option() {}, generate() { throw new Error('Random responses are not part of this mock.'); } } };`
    : `module.exports = new Proxy({}, { get(_, member) { throw new Error('${name} is not part of this mock (' + String(member) + ').'); } });`;

/**
 * Loads `node:http` without `import`, which reads all its exports. One of them, `WebSocket`, loads
 * undici, which adds 25 ms to each start (Node.js 26).
 */
const loadHttpWithoutUndici: Plugin = {
  name: 'load-http-without-undici',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http$/ }, ({ path }) => ({ path, namespace: 'built-in' }));
    onLoad({ filter: /.*/, namespace: 'built-in' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
      loader: 'js',
    }));
  },
};

const importLibrary: Plugin = {
  name: 'import-library',
  setup({ onResolve }) {
    onResolve({ filter: /\.\.\/index\.ts$/ }, ({ importer }) =>
      importer.endsWith('cli/main.ts') ? { path: './index.js', external: true } : undefined,
    );
  },
};

try {
  const shared = {
    bundle: true,
    format: 'esm' as const,
    platform: 'node' as const,
    target: 'node20',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none' as const,
    absWorkingDir: here,
    define: { __VERSION__: JSON.stringify(version) },
    logLevel: 'error' as const,
    metafile: true as const,
    write: false as const,
  } satisfies BuildOptions;
  const page = await build({
    ...shared,
    entryPoints: { script: 'src/page/client/main.ts', style: 'src/page/client/page.css' },
    outdir: 'dist/page',
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
  });
  const pageText = (ending: string): string =>
    JSON.stringify(page.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '');
  const library = await build({
    ...shared,
    define: {
      ...shared.define,
      __PAGE_SCRIPT__: pageText('.js'),
      __PAGE_STYLE__: pageText('.css'),
    },
    entryPoints: ['src/index.ts'],
    outfile: 'dist/index.js',
    banner: { js: commonJs },
    plugins: [excludeParts, loadHttpWithoutUndici],
  });
  const command = await build({
    ...shared,
    entryPoints: ['src/cli/main.ts'],
    outfile: 'dist/cli.js',
    plugins: [importLibrary, loadHttpWithoutUndici],
  });
  put('index.js', library.outputFiles[0]?.text ?? '');
  put('cli.js', command.outputFiles[0]?.text ?? '');
  put(
    'index.d.ts',
    declarations('src/api/types.ts').replaceAll(
      '@delivery-api/sandbox/types',
      './sandbox-types.js',
    ),
  );
  put('sandbox-types.d.ts', declarations('../sandbox/src/types.ts'));
  put(
    'THIRD-PARTY-NOTICES.txt',
    thirdPartyNotices(
      Object.keys({ ...library.metafile.inputs, ...command.metafile.inputs }),
      here,
    ),
  );
  chmodSync(join(dist, 'cli.js'), 0o755);
  console.log(`packages/mock/dist: ${readdirSync(dist).join(', ')}`);
} catch (error) {
  console.error(`packages/mock could not be built.\n${(error as Error).message}`);
  process.exitCode = 1;
}

/** Returns the declarations of one source file, which must import nothing that needs inference. */
function declarations(file: string): string {
  const { outputText, diagnostics } = ts.transpileDeclaration(
    readFileSync(join(here, file), 'utf8'),
    { compilerOptions: { target: ts.ScriptTarget.ES2023 }, reportDiagnostics: true },
  );
  if (!diagnostics?.length) return outputText;
  throw new Error(
    ts.formatDiagnostics(diagnostics, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => here,
      getNewLine: () => '\n',
    }),
  );
}

function put(name: string, text: string): void {
  mkdirSync(dist, { recursive: true });
  const draft = join(dist, `.${name}-${process.pid}`);
  try {
    writeFileSync(draft, text);
    renameSync(draft, join(dist, name));
  } finally {
    rmSync(draft, { force: true });
  }
}

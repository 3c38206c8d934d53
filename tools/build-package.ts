// Builds the package in the current folder. Compiles src/, or generated/ if there is no src/, to
// dist/esm and dist/cjs, with type declarations.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const temporary = '.build';
const source = existsSync('src') ? 'src' : 'generated';

rmSync(temporary, { recursive: true, force: true });
try {
  for (const [format, type] of [
    ['esm', 'module'],
    ['cjs', 'commonjs'],
  ] as const) {
    // With `module: nodenext`, package.json sets the format, so each pass compiles its own copy.
    const folder = join(temporary, `${format}-source`);
    mkdirSync(folder, { recursive: true });
    cpSync(source, folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), `{"type":"${type}"}\n`);
    const config = join(temporary, `tsconfig.${format}.json`);
    writeFileSync(
      config,
      JSON.stringify({
        extends: relative(temporary, join(import.meta.dirname, '../tsconfig.base.json')),
        include: [`./${format}-source`],
        compilerOptions: {
          rootDir: `./${format}-source`,
          outDir: `./dist/${format}`,
          lib: ['es2023', 'dom', 'dom.iterable'],
          types: [],
          noEmit: false,
          allowImportingTsExtensions: false,
          declaration: true,
          declarationMap: true,
          sourceMap: true,
          verbatimModuleSyntax: type === 'module',
        },
      }),
    );
    execFileSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' });
    pointMapsToSources(join(temporary, 'dist', format), `${format}-source`);
    writeFileSync(join(temporary, 'dist', format, 'package.json'), `{"type":"${type}"}\n`);
  }
  rmSync('dist', { recursive: true, force: true });
  renameSync(join(temporary, 'dist'), 'dist');
} catch {
  // The compiler printed the errors. dist/ still has the last successful build.
  process.exitCode = 1;
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

/** Makes source maps refer to the sources in the package instead of the copies of this build. */
function pointMapsToSources(folder: string, copy: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.map')) continue;
    const path = join(folder, file);
    const map = JSON.parse(readFileSync(path, 'utf8')) as { sources: string[] };
    map.sources = map.sources.map((one) => one.replace(`${copy}/`, `${source}/`));
    writeFileSync(path, JSON.stringify(map));
  }
}

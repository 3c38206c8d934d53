// Builds a published package, run in its folder: src/ (and generated/) → dist/esm and dist/cjs,
// with types for both.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const draft = '.build';
const source = existsSync('src') ? 'src' : 'generated';

rmSync(draft, { recursive: true, force: true });
try {
  for (const [format, type] of [
    ['esm', 'module'],
    ['cjs', 'commonjs'],
  ] as const) {
    // With `module: nodenext`, the package.json beside the source decides the format, so each pass
    // compiles a copy of its own.
    const folder = join(draft, `${format}-source`);
    mkdirSync(folder, { recursive: true });
    cpSync(source, folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), `{"type":"${type}"}\n`);
    const config = join(draft, `tsconfig.${format}.json`);
    writeFileSync(
      config,
      JSON.stringify({
        extends: relative(draft, join(import.meta.dirname, '../tsconfig.base.json')),
        include: [`./${format}-source`],
        compilerOptions: {
          rootDir: `./${format}-source`,
          outDir: `./dist/${format}`,
          lib: ['es2023', 'dom', 'dom.iterable'],
          types: [],
          noEmit: false,
          allowImportingTsExtensions: false,
          declaration: true,
          verbatimModuleSyntax: type === 'module',
        },
      }),
    );
    execFileSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' });
    writeFileSync(join(draft, 'dist', format, 'package.json'), `{"type":"${type}"}\n`);
  }
  rmSync('dist', { recursive: true, force: true });
  renameSync(join(draft, 'dist'), 'dist');
} catch {
  // The compiler has said what is wrong, and dist/ is still the last good one.
  process.exitCode = 1;
} finally {
  rmSync(draft, { recursive: true, force: true });
}

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunResult, run, tool } from './packed-project.js';

/**
 * The programs of a README in code blocks of one language. They are written to a temporary folder
 * in the package, so that imports resolve as in an installed project. The linters ignore `.build`.
 */
export interface ReadmePrograms {
  sources: string[];
  /** Compiles a program and returns the compiler output. */
  compile(index: number): Promise<string>;
  /** Runs a program, optionally with a changed source. */
  run(index: number, change?: (source: string) => string): Promise<RunResult>;
  remove(): void;
}

/**
 * Writes the programs of a README to a temporary folder.
 *
 * @param fence language of the code blocks
 */
export function readmePrograms(packageFolder: string, fence: 'ts' | 'typescript'): ReadmePrograms {
  const text = readFileSync(join(packageFolder, 'README.md'), 'utf8');
  const sources = [...text.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, source = '']) => source,
  );
  mkdirSync(join(packageFolder, '.build'), { recursive: true });
  const folder = mkdtempSync(join(packageFolder, '.build/readme-'));
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  };
  return {
    sources,
    async compile(index) {
      writeFileSync(join(folder, `program-${index}.ts`), sources[index] ?? '');
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: [`program-${index}.ts`] }),
      );
      return (await tool('typescript', ['-p', '.'], folder)).output;
    },
    run(index, change = (source) => source) {
      const file = join(folder, `run-${index}.ts`);
      writeFileSync(file, change(sources[index] ?? ''));
      return run(process.execPath, [file], folder);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

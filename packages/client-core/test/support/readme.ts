import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, type Said, tool } from './packed-project.js';

/**
 * The programs of a README in fences of one kind, in a folder beside it, where the packages are
 * found as an installed project finds them.
 */
export interface ReadmePrograms {
  sources: string[];
  /** Compiles one as it stands; gives what the compiler says. */
  compile(index: number): Promise<string>;
  /** Runs one, with changes, or another program beside it. */
  run(index: number, change?: (source: string) => string): Promise<Said>;
  remove(): void;
}

/** @param fence what stands behind the opening backquotes */
export function readmePrograms(packageFolder: string, fence: 'ts' | 'typescript'): ReadmePrograms {
  const text = readFileSync(join(packageFolder, 'README.md'), 'utf8');
  const sources = [...text.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, source = '']) => source,
  );
  const folder = mkdtempSync(join(packageFolder, '.readme-'));
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
      return (await tool('typescript', ['-p', '.'], folder)).said;
    },
    run(index, change = (source) => source) {
      const file = join(folder, `run-${index}.ts`);
      writeFileSync(file, change(sources[index] ?? ''));
      return run(process.execPath, [file], folder);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

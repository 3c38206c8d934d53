import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Bundle, Exception, Step } from './tool.ts';
import { type Validate, validatorStep } from './validator.ts';

const here = import.meta.dirname;

/** Returns the folder of the code that a tool generates from a bundle. */
export const outputOf = (tool: string, { name }: Bundle): string =>
  join(here, 'generated', tool, name);

/**
 * Runs an installed command.
 *
 * @returns the lines of its output if it fails; otherwise, an empty array
 */
function run(command: string, args: readonly string[]): string[] {
  const { status, stdout, stderr, error } = spawnSync(
    join(here, 'node_modules/.bin', command),
    args,
    { cwd: here, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 1e8 },
  );
  if (status === 0) return [];
  const lines = `${stdout ?? ''}${stderr ?? ''}`.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 0 ? lines : [error?.message ?? `${command} failed with status ${status}.`];
}

/**
 * Returns the step that generates code and compiles it with `tsc --strict`, without `skipLibCheck`.
 *
 * @param tool name of its folder in `generated/`
 * @param argsOf returns the arguments of the command, which must write to `output`
 */
export function generateStep(
  tool: string,
  command: string,
  argsOf: (bundle: Bundle, output: string) => string[],
  exceptions: Exception[] = [],
): Step {
  return {
    exceptions,
    name: 'generates code that passes `tsc --strict`',
    run(bundle) {
      const output = outputOf(tool, bundle);
      rmSync(output, { recursive: true, force: true });
      mkdirSync(output, { recursive: true });
      const findings = run(command, argsOf(bundle, output));
      return findings.length > 0 ? findings : compile(output);
    },
  };
}

function compile(folder: string): string[] {
  const project = join(folder, 'tsconfig.json');
  const compilerOptions = {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    types: [],
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  return run('tsc', ['-p', project, '--pretty', 'false']);
}

interface ZodSchema {
  safeParse(value: unknown): {
    success: boolean;
    error?: { issues: { path: (string | number)[]; message: string }[] };
  };
}

/**
 * Returns the step that validates every example with generated Zod schemas.
 *
 * @param file path of the generated file in the folder of the tool
 * @param nameOf returns the name of the export for a component schema
 * @param options `group`: the export that contains the schemas; default: each schema is an export
 */
export function zodStep(
  tool: string,
  file: string,
  nameOf: (schema: string) => string,
  { group, ...options }: { group?: string; exceptions?: Exception[] } = {},
): Step {
  return validatorStep(async (bundle): Promise<Validate> => {
    const path = join(outputOf(tool, bundle), file);
    if (!existsSync(path)) throw new Error(`${dirname(path)} has no ${file}.`);
    const exported = await import(path);
    const schemas: Record<string, ZodSchema | undefined> = group ? exported[group] : exported;
    return (schema, value) => {
      const validator = schemas[nameOf(schema)];
      if (validator === undefined) return [`${file} does not export ${nameOf(schema)}.`];
      const { success, error } = validator.safeParse(value);
      if (success) return [];
      return [
        error?.issues.map((one) => `/${one.path.join('/')}: ${one.message}`).join(', ') ?? '',
      ];
    };
  }, options);
}

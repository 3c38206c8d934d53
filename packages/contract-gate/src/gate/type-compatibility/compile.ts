import ts from 'typescript';

/** An error of the TypeScript compiler. */
export interface CompileError {
  file: string;
  /** Line number, starting at 1. */
  line: number;
  message: string;
}

/**
 * Compiles files in strict mode. Writes no output.
 *
 * @param folder base folder of `paths`
 * @param paths locations of packages by name, as `paths` in a tsconfig
 * @returns the errors; an empty array if the files compile
 */
export function compile(
  files: string[],
  folder: string,
  paths: Record<string, string[]> = {},
): CompileError[] {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    baseUrl: folder,
    paths,
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => ({
    file: file?.fileName ?? '',
    line: (file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0) + 1,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }));
}

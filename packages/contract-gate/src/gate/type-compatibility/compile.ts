import ts from 'typescript';

/** What the compiler says about one place. */
export interface CompileError {
  file: string;
  /** From 1. */
  line: number;
  message: string;
}

/**
 * Compiles files as strict consumers do, without writing anything.
 *
 * @param paths package names that are to be found elsewhere, as in a tsconfig
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
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const position = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
    return {
      file: diagnostic.file?.fileName ?? '',
      line: (position?.line ?? 0) + 1,
      message: ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'),
    };
  });
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';

/**
 * Returns what an editor shows for a place in a file.
 *
 * @param text the place is the end of the first occurrence of this text
 */
export function hovered(
  file: string,
  text: string,
): { display: string; documentation: string; tags: string[] } {
  const read = (path: string) =>
    existsSync(path) ? ts.ScriptSnapshot.fromString(readFileSync(path, 'utf8')) : undefined;
  const service = ts.createLanguageService({
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: read,
    getCurrentDirectory: () => dirname(file),
    getCompilationSettings: () => ({
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      strict: true,
      types: [],
    }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  const info = service.getQuickInfoAtPosition(
    file,
    readFileSync(file, 'utf8').indexOf(text) + text.length,
  );
  return {
    display: ts.displayPartsToString(info?.displayParts),
    documentation: ts.displayPartsToString(info?.documentation),
    tags: (info?.tags ?? []).map(({ name }) => name),
  };
}

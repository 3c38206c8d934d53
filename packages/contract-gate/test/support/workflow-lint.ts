import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

interface Diagnostic {
  range: { start: { line: number } };
  message: string;
}

/** Returns the errors and warnings of the GitHub Actions language service for a workflow. */
export type LintWorkflow = (text: string, name: string) => Promise<string[]>;

/**
 * Loads the language service. Bundles it first, because its modules import JSON without an import
 * attribute, which Node.js rejects.
 */
export async function workflowLinter(): Promise<LintWorkflow> {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-lint-'));
  try {
    const outfile = join(folder, 'linter.mjs');
    const contents = `
      import { validate } from '@actions/languageservice/validate';
      import { TextDocument } from 'vscode-languageserver-textdocument';
      export const lint = (uri, text) => validate(TextDocument.create(uri, 'yaml', 1, text));`;
    await build({
      stdin: { contents, resolveDir: import.meta.dirname },
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile,
      logLevel: 'error',
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
    });
    const { lint } = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as {
      lint(uri: string, text: string): Promise<Diagnostic[]>;
    };
    return async (text, name) =>
      (await lint(`file:///.github/workflows/${name}`, text)).map(
        ({ range, message }) => `${name}:${range.start.line + 1}: ${message}`,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

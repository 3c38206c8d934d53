import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Code that a document shows. */
export interface Shown {
  /** Path below the root of the repository. */
  file: string;
  /** Language of a fenced block; `sh` for indented blocks and for commands in a sentence. */
  language: string;
  code: string;
}

const patterns = ['*.md', 'packages/*/README.md', '*/README.md', '*/*/README.md', '*/guides/*.md'];
const documents = [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root })))]
  .filter((file) => !file.includes('node_modules'))
  .sort();
const programs = /^(?:[A-Z_]+=\S+ )?(?:npm|npx|node|curl|bash|docker|git) /;

/**
 * Returns the code blocks and inline commands of the Markdown files in the root folder, of the
 * READMEs and the guides, and the code blocks of the built home page.
 */
export const shownCode = (): Shown[] => [
  ...documents.flatMap((file) => shownIn(file, readFileSync(join(root, file), 'utf8'))),
  ...homePage(),
];

/**
 * Returns the sample paths in the guides. A path without an extension is a sample in several
 * languages.
 */
export const sampleDirectives = (): string[] =>
  documents.flatMap((file) =>
    Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(/^<!-- sample: ([^#\s]+)\S* -->$/gm),
      ([, sample = '']) => sample,
    ),
  );

function shownIn(file: string, text: string): Shown[] {
  const shown: Shown[] = [];
  const withoutFences = text.replaceAll(
    /^```(\w*)\n([\s\S]*?)^```$/gm,
    (_, language: string, code: string) => {
      shown.push({ file, language: /^(?:ba)?sh$/.test(language) ? 'sh' : language, code });
      return '';
    },
  );
  for (const [block] of withoutFences.matchAll(/(?<=^\n)(?: {4,}\S.*\n)+/gm))
    shown.push({ file, language: 'sh', code: block.replaceAll(/^ +/gm, '') });
  for (const [, code = ''] of withoutFences.matchAll(/(?<!`)`([^`\n]+)`/g))
    if (programs.test(code)) shown.push({ file, language: 'sh', code });
  return shown;
}

function homePage(): Shown[] {
  const file = 'docs-site/dist/index.html';
  const html = readFileSync(join(root, file), 'utf8');
  const blocks = [...html.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code>/g)].map(([, code = '']) =>
    code
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll(/&quot;|&#34;/g, '"')
      .replaceAll(/&#39;|&#x27;/g, "'")
      .replaceAll('&amp;', '&'),
  );
  return blocks.map((code) => ({
    file,
    language: code.startsWith('import ') ? 'ts' : 'sh',
    code,
  }));
}

/**
 * Returns the commands in a block of the language `sh`, without comments. A block that
 * exports variables or changes the folder is one command.
 */
export function commandsIn({ code }: Shown): string[] {
  const lines = code
    .replaceAll(/ *\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/\s+#\s.*$/, '').trim())
    .filter((line) => line !== '');
  return lines.some((line) => /^(?:export|cd) /.test(line)) ? [lines.join('\n')] : lines;
}

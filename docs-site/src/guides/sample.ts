import { existsSync, readFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { SiteError } from '../errors.ts';
import { type Html, html } from '../html.ts';
import { codeBlock } from '../markdown.ts';
import { type DirectiveInput, known } from './directive/input.ts';

const mark = /^\s*(?:#|\/\/) (?:region: (\S+)|endregion)\s*$/;
const languages: Record<string, string> = {
  '.sh': 'sh',
  '.ts': 'ts',
  '.json': 'json',
  '.http': 'http',
  '.py': 'python',
  '.php': 'php',
  '.go': 'go',
  '.java': 'java',
};
const captions: Record<string, string> = {
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  java: 'Java',
  json: 'JSON',
  http: 'HTTP',
};

/**
 * Returns the lines of each region of a file, without the markers.
 *
 * @throws {SiteError} if a region is not closed or occurs twice
 */
export function regions(file: string, text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const open: string[] = [];
  for (const line of text.split('\n')) {
    const match = mark.exec(line);
    if (match === null) for (const name of open) found.get(name)?.push(line);
    else if (match[1] === undefined) open.pop();
    else if (found.has(match[1]))
      throw new SiteError(`examples/${file} has two regions '${match[1]}'. Rename one.`);
    else {
      open.push(match[1]);
      found.set(match[1], []);
    }
  }
  if (open.length > 0)
    throw new SiteError(
      `examples/${file}: the region '${open[0]}' has no end. End it with \`endregion\`.`,
    );
  return found;
}

/** Returns lines without their common indentation, and without empty lines at both ends. */
function dedent(lines: readonly string[]): string {
  const used = lines.filter((line) => line.trim() !== '');
  const indent = Math.min(...used.map((line) => line.length - line.trimStart().length));
  return lines
    .map((line) => line.slice(indent))
    .join('\n')
    .replace(/^\n+|\s+$/g, '');
}

function read({ site }: DirectiveInput, file: string, region: string | undefined): string {
  const path = normalize(file);
  if (path.startsWith('..') || !existsSync(join(site.examples, path)))
    throw new SiteError(`the sample examples/${file} does not exist.`);
  const text = readFileSync(join(site.examples, path), 'utf8');
  const found = regions(file, text);
  if (region === undefined) return dedent(text.split('\n').filter((line) => !mark.test(line)));
  const lines = found.get(region);
  if (lines === undefined)
    throw new SiteError(`examples/${file} has no region '${region}'. ${known(found.keys())}`);
  return dedent(lines);
}

/** A code snippet. */
interface Piece {
  language: string;
  caption: string;
  code: string;
}

/** Returns the name of the tool or language. Scripts that use `openssl` get the caption `Shell`. */
const captionOf = (language: string, code: string): string =>
  language === 'sh' && /openssl/.test(code) ? 'Shell' : (captions[language] ?? '');

/** Returns the files of a sample: a shell script, a TypeScript program, and other programs. */
const filesOf = ({ site }: DirectiveInput, file: string): string[] => [
  ...['.sh', '.ts'].map((ending) => file + ending),
  ...['.py', '.php', '.go', '.java']
    .map((ending) => file + ending)
    .filter((one) => existsSync(join(site.examples, one))),
];

const figure = ({ language, caption, code }: Piece): Html =>
  html`<figure class="sample"><figcaption>${caption}</figcaption>${codeBlock(code, language)}</figure>`;

/**
 * Renders the same sample in several languages. Without JavaScript, all languages are shown one
 * below the other, and the tabs are hidden.
 */
const tabs = (pieces: readonly Piece[]): Html =>
  html`<div class="tabs"><div class="tab-list" role="tablist" aria-label="Language">${pieces.map(({ language, caption }, index) => html`<button type="button" role="tab" data-language="${language}" aria-selected="${index === 0 ? 'true' : 'false'}">${caption}</button>`)}</div>
${pieces.map(({ language, caption, code }) => html`<div class="sample" data-language="${language}"><p class="caption">${caption}</p>${codeBlock(code, language)}</div>`)}</div>`;

/**
 * Expands `sample: <file>` to code from the examples, which tests compile and run.
 * `quickstart/lastmile#book` expands to tabs with the `book` region of the shell script, the
 * TypeScript program, and the programs in other languages, if they exist.
 * `webhooks/express.ts#receive` expands to a region of one file. Without `#`, the sample is the
 * whole file.
 *
 * @throws {SiteError} if the file or region does not exist
 */
export function sample(input: DirectiveInput, argument: string): { markdown: string; html: Html } {
  const [file = '', region] = argument.split('#', 2);
  const files = extname(file) === '' ? filesOf(input, file) : [file];
  const pieces = files.map((one): Piece => {
    const language = languages[extname(one)] ?? 'text';
    const code = read(input, one, region);
    return {
      language,
      code,
      caption:
        files.length > 1
          ? captionOf(language, code)
          : `${captions[language] === 'curl' ? 'curl' : `examples/${one}`}`,
    };
  });
  return {
    markdown: pieces
      .map(({ language, caption, code }) => `${caption}:\n\n\`\`\`${language}\n${code}\n\`\`\``)
      .join('\n\n'),
    html: pieces.length > 1 ? tabs(pieces) : html`${pieces.map(figure)}`,
  };
}

// Renders, as Markdown, the sentences that programs print, so that the Markdown checks cover them.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const folders = ['packages', 'specs', 'docs-site', 'benchmarks', 'examples', 'tools'];
const skipped = /\/test(?:-browser)?\/|\.(?:test\.js|d\.mts)$/;

/**
 * Returns the paths of all source files whose texts users can see. Files that Git ignores are
 * missing, because a build that runs at the same time can delete them.
 */
const sourceFiles = () =>
  execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z', ...folders],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\0')
    .filter((file) => /\.m?[jt]s$/.test(file) && !skipped.test(file))
    .filter((file) => existsSync(join(root, file)));

/**
 * Returns whether a text is one paragraph of at least four words that starts with a capital letter, a
 * backtick or a quote, and ends with a period.
 */
const isSentence = (text) =>
  /^[A-Z`'].*\.$/s.test(text) && !text.includes('\n\n') && text.split(/\s+/).length >= 4;

/** Returns the text of a string or template, with `…` for each value; otherwise, `undefined`. */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `\`…\`${literal.text}`).join('');
}

/** Returns the sentences in the strings of a source file. */
function sentencesIn(file) {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
  );
  const sentences = [];
  const visit = (node) => {
    const text = textOf(node);
    if (text !== undefined && isSentence(text)) sentences.push(text.replaceAll(/\s+/g, ' '));
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return sentences;
}

/** Returns title, cause and action of each problem in the catalog of a contract. */
function problemTexts(name) {
  const file = join(root, `specs/dist/${name}.json`);
  const { components } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.values(components['x-error-catalogue']).flatMap((group) =>
    Object.values(group).flatMap(({ title, cause, action }) => [`${title}.`, cause, action]),
  );
}

/** Returns the descriptions of the commands and options of the mock. */
function helpTexts() {
  const file = join(root, 'docs-site/mock-reference.json');
  const { commands } = JSON.parse(readFileSync(file, 'utf8'));
  return commands.flatMap(({ description, options }) => [
    description,
    ...options.map((one) => one.description),
  ]);
}

/**
 * Returns all texts as a Markdown document: one section for each contract, the help, and each
 * source file.
 */
export function renderTexts() {
  const sections = [
    ['Lastmile problems', problemTexts('lastmile')],
    ['Marketplace problems', problemTexts('marketplace')],
    ['Mock help', helpTexts()],
    ...sourceFiles().map((file) => [file, sentencesIn(file)]),
  ];
  const rendered = sections
    .filter(([, texts]) => texts.length > 0)
    .map(([name, texts]) =>
      [`## \`${name}\``, ...[...new Set(texts)].map(escapeText)].join('\n\n'),
    );
  return `# Texts\n\n${rendered.join('\n\n')}\n`;
}

/** Replaces what Markdown would read as markup: URLs, and spaces at the ends of code. */
const escapeText = (text) =>
  text
    .replaceAll(/https?:\/\/\S+[^\s.,;:)]/g, '`URL`')
    .replaceAll(/`[^`]*`/g, (code) => (code.length > 2 ? `\`${code.slice(1, -1).trim()}\`` : code))
    .replaceAll(/[<>*_[\]#]/g, '\\$&');

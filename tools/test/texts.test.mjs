import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { renderTexts } from '../render-texts.mjs';

const root = join(import.meta.dirname, '../..');
const read = (file) => readFileSync(join(root, file), 'utf8');
const execute = (file, args, cwd = root) =>
  spawnSync(process.execPath, [join(root, file), ...args], { cwd, encoding: 'utf8' });

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'texts-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

describe('the term list', () => {
  /** One sentence for each term in redocly.yaml, in the same order. */
  const sentences = [
    'Mend the file.',
    'It does not work any more.',
    'Somebody sends it.',
    'The closed enum never grows.',
    'The response was brought back.',
    'Read the plain twin.',
    'The reason stands in the body.',
    'The partner gives a booking up.',
    'The booking moves along quickly.',
    'You let an order arrive.',
    'It ends with an answer of 200.',
    'The service refuses the request.',
    'The request was turned down.',
    'It takes nothing from clients.',
    'The clock stands still.',
    'The option makes no sense.',
    'The sandbox begins anew.',
    'The event comes again.',
  ];
  const { tokens } = parse(read('redocly.yaml')).recheck.rules['language/terms'].assertions.pattern;

  test('the tests have a sample sentence for each term', () => {
    assert.equal(sentences.length, tokens.length);
    for (const [index, token] of tokens.entries())
      assert.match(sentences[index], new RegExp(token, 'i'));
  });

  test('recheck reports each sample sentence', () => {
    const file = join(folder, 'terms.md');
    writeFileSync(file, `# Terms\n\n${sentences.join('\n\n')}\n`);
    const { status, stdout } = execute('node_modules/@redocly/cli/bin/cli.js', [
      'recheck',
      file,
      '--config',
      join(root, 'redocly.yaml'),
      '--rule',
      'language/terms',
    ]);
    const lines = [...stdout.matchAll(/terms\.md:(\d+):/g)].map(([, line]) => Number(line));
    assert.equal(status, 1, stdout);
    assert.deepEqual(
      lines.sort((a, b) => a - b),
      sentences.map((_, index) => 3 + 2 * index),
    );
  });
});

describe('the rendered texts of programs', () => {
  const texts = renderTexts();

  test('the rendered texts contain problems, help, and error messages', () => {
    assert.ok(texts.includes('The body is not valid JSON'));
    assert.ok(texts.includes('Create a test order in a running sandbox'));
    assert.match(texts, /^## `packages\/contract-gate\/src\/gate\/version\.ts`$/m);
    assert.ok(texts.split('\n\n').length > 500);
  });

  test('the rendered texts contain no sentences from tests', () => {
    assert.doesNotMatch(texts, /^## `.*(?:test|dist|node_modules)\//m);
  });
});

describe('the spelling checker', () => {
  const findings = (name, text) => {
    writeFileSync(join(folder, name), text);
    const args = ['--no-progress', '--no-summary', '--words-only', '--config'];
    const { stdout } = execute(
      'node_modules/cspell/bin.mjs',
      [...args, join(root, 'cspell.json'), '--root', folder, name],
      folder,
    );
    return stdout.split('\n').filter(Boolean);
  };

  // The misspelled word is assembled, so that the check of this repository does not find it.
  const word = ['reci', 'eve'].join('');
  for (const [what, name, text] of [
    ['a comment', 'a.ts', `// The ${word} window.\n`],
    ['a doc comment', 'b.ts', `/** The ${word} window. */\n`],
    ['a test name', 'c.ts', `it('${word} an event', () => {});\n`],
    ['a test name of a table', 'd.ts', `test.each([1, 2])('${word} %s', () => {});\n`],
    ['Markdown', 'e.md', `# Title\n\nThe ${word} window.\n`],
    ['a comment of a YAML file', 'f.yaml', `# The ${word} window.\na: 1\n`],
  ])
    test(`finds a misspelled word in ${what}`, () =>
      assert.deepEqual(findings(name, text), [word]));

  test('ignores identifiers and code', () => {
    assert.deepEqual(findings('g.ts', `const ${word} = 1;\n`), []);
    assert.deepEqual(findings('h.md', `# Title\n\nUse \`${word}\`.\n`), []);
  });
});

test('`npm test` includes the prose and spelling checks', () => {
  const { scripts } = JSON.parse(read('package.json'));
  for (const task of ['lint:prose', 'lint:spelling']) assert.ok(scripts.test.includes(` ${task} `));
});

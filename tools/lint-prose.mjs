// `npm run lint:prose` checks the language of all Markdown, of both contracts, and of program
// texts.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderTexts } from './render-texts.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'tools/generated');
const passiveVoice = 'technical-english/passive-voice';
/** Exclusive limit of passive sentences per 10,000 words, and maximum median grade, in guides. */
const limits = { passive: 40, grade: 7 };

/** Runs recheck, and returns its exit code and output. */
function recheck(args, stdio = 'pipe') {
  const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const run = spawnSync(process.execPath, [cli, 'recheck', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', stdio, stdio],
  });
  if (run.error) throw run.error;
  return run;
}

/** Runs recheck with a summary, and returns the exit code and the summary. */
function summarize(name, args, stdio) {
  const file = join(folder, `${name}.json`);
  const { status } = recheck([...args, '--summary', 'json', '--summary-path', file], stdio);
  return { status, ...JSON.parse(readFileSync(file, 'utf8')) };
}

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'texts.md'), renderTexts());
const all = ['--skip-rule', passiveVoice, '--max-problems', '1000'];
const { status, totalErrors, totalWarnings } = summarize('summary', all, 'inherit');

const { totalInfo } = summarize('passive', ['docs-site/guides', '--rule', passiveVoice]);
const readability = JSON.parse(
  recheck(['docs-site/guides', '--readability', '--format', 'json']).stdout,
);
const words = readability.files.reduce((sum, file) => sum + file.words, 0);
const passive = Math.round((totalInfo / words) * 10_000);
const grade = readability.summary.medianFleschKincaidGrade;
console.log(
  `Guides: ${passive} passive sentences per 10,000 words (must be below ${limits.passive}), median grade ${grade} (must be at most ${limits.grade}).`,
);

const isClean = status === 0 && totalErrors + totalWarnings === 0;
if (!isClean) console.error('Fix each finding above. CONTRIBUTING.md describes the rules.');
const isReadable = passive < limits.passive && grade <= limits.grade;
if (!isReadable)
  console.error('Use active verbs, shorter sentences and shorter words in docs-site/guides.');
process.exit(isClean && isReadable ? 0 : 1);

// Each command and program that the READMEs, the guides, the home page, and the Markdown files in the
// root folder show has an entry in `support/command-plans.ts`. Either this file runs it twice
// against a sandbox, or the entry states which other test runs it, or why no test runs it. Each JSON
// request is sent twice to a sandbox.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandPlans, programPlans, samplePlans } from './support/command-plans.ts';
import { runProgramTwice, runTwice } from './support/run-shown-command.ts';
import { postTwice } from './support/send-shown-request.ts';
import { commandsIn, sampleDirectives, shownCode } from './support/shown-blocks.ts';

const root = join(import.meta.dirname, '../..');
const shown = shownCode();
const commands = [
  ...new Set(shown.filter(({ language }) => language === 'sh').flatMap(commandsIn)),
];
// A block with an ellipsis is a part of a program or request.
const programs = shown.filter(
  ({ language, code }) => !/^(?:sh|text|sequence|)$/.test(language) && !code.includes('…'),
);
const planOf = (command: string) => commandPlans.find(([pattern]) => pattern.test(command))?.[1];
const planOfProgram = ({ file, language }: (typeof shown)[number]) =>
  programPlans.find(([path, languages]) => path.test(file) && languages.test(language))?.[2];

describe('the shown commands', () => {
  it('every shown command has a plan', () => {
    expect(commands.length).toBeGreaterThan(50);
    expect(commands.filter((command) => planOf(command) === undefined)).toEqual([]);
  });

  it('every npm script in the shown commands exists', () => {
    const missing = shown
      .filter(({ language }) => language === 'sh')
      .flatMap((one) => commandsIn(one).map((command) => ({ file: one.file, command })))
      .filter(({ command }) => scriptsIn(command).some((script) => !exists(script)))
      .map(({ file, command }) => `${file}: ${command}`);
    expect(missing).toEqual([]);
  });

  it('no shown command lets npx download the mock', () => {
    const files = ['lastmile', 'marketplace'].map((name) => `examples/quickstart/${name}.sh`);
    const texts = [...commands, ...files.map((file) => readFileSync(join(root, file), 'utf8'))];
    for (const text of texts) expect(text).not.toMatch(/npx (?!--no -- )\S*delivery/);
  });
});

describe('the shown programs and requests', () => {
  it('every shown program has a plan, and several requests are shown', () => {
    const requests = programs.filter(({ language }) => language === 'json');
    expect(requests.length).toBeGreaterThan(1);
    expect(
      programs
        .filter((one) => one.language !== 'json' && planOfProgram(one) === undefined)
        .map(({ file, language }) => `${file}: ${language}`),
    ).toEqual([]);
  });

  it('the tests that the plans name exist', () => {
    const plans = [
      ...commandPlans.map(([, plan]) => plan),
      ...programPlans.map(([, , plan]) => plan),
    ];
    const tests = plans.flatMap((plan) => ('test' in plan ? [plan.test] : []));
    const all = [...tests, ...samplePlans.map(([, test]) => test)];
    expect(all.filter((test) => !existsSync(join(root, test)))).toEqual([]);
  });

  it.each(programs.filter(({ language }) => language === 'json'))(
    'the sandbox accepts the request in $file twice',
    async ({ code }) => {
      expect(await postTwice(JSON.parse(code))).toEqual([true, true]);
    },
  );

  it('the samples that guides include come from tested files', () => {
    const untested = sampleDirectives().filter(
      (sample) => !samplePlans.some(([pattern]) => pattern.test(sample)),
    );
    expect(untested).toEqual([]);
  });
});

describe('a shown command for a sandbox', () => {
  const runs = commands.flatMap((command) => {
    const plan = planOf(command);
    return plan !== undefined && 'run' in plan ? [{ command, until: plan.run }] : [];
  });

  it.each(runs)(
    'the shown command runs twice without errors and prints output: $command',
    async ({ command, until }) => {
      for (const result of await runTwice(command, until))
        expect(result).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(/\S/) });
    },
  );
});

describe('a shown program', () => {
  const complete = programs.filter((one) => {
    const plan = planOfProgram(one);
    return plan !== undefined && 'run' in plan;
  });

  it.each(complete)('the shown program in $file runs twice without errors', async ({ code }) => {
    for (const result of await runProgramTwice(code))
      expect(result).toEqual({ code: 0, stderr: '', stdout: expect.any(String) });
  });
});

interface Script {
  name: string;
  workspace: string | undefined;
}

/** Returns the npm scripts that a command runs. */
function scriptsIn(command: string): Script[] {
  return Array.from(
    command.matchAll(/\bnpm (?:run (\S+?)|(start|test))(?= |$|\))(?: -w (\S+))?/g),
    ([, run, short, workspace]) => ({ name: run ?? short ?? '', workspace }),
  );
}

function exists({ name, workspace }: Script): boolean {
  const folder =
    workspace === undefined
      ? ''
      : ['specs', 'docs-site', 'examples'].includes(workspace.replace('@delivery-api/', ''))
        ? workspace.replace('@delivery-api/', '')
        : join('packages', workspace.replace('@delivery-api/', ''));
  const { scripts = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return name in scripts;
}

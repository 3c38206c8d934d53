import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { thisRepository } from '../src/repository/repository.ts';
import { type LintWorkflow, workflowLinter } from './support/workflow-lint.ts';

let lintWorkflow: LintWorkflow;
beforeAll(async () => {
  lintWorkflow = await workflowLinter();
});

const folder = '.github/workflows';
const workflows = readdirSync(thisRepository.path(folder)).map((name) => ({
  name,
  text: thisRepository.read(`${folder}/${name}`),
}));

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Workflow {
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  jobs: Record<
    string,
    {
      permissions?: Record<string, string>;
      environment?: string;
      'timeout-minutes'?: number;
      steps: Step[];
    }
  >;
}

describe.each(workflows)('$name', ({ name, text }) => {
  const workflow = parse(text) as Workflow;
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  it('the workflow is valid for the GitHub language service', async () => {
    expect(await lintWorkflow(text, name)).toEqual([]);
  });

  it('pins every action to a commit, with its version in a comment', () => {
    const used = text.split('\n').filter((line) => /^\s*-?\s*uses:/.test(line));
    expect(used.length).toBeGreaterThan(0);
    for (const line of used)
      expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('has read permission by default, and write permission only where it is allowed', () => {
    expect(
      Object.values(workflow.permissions ?? { all: 'missing' }).every((right) => right === 'read'),
    ).toBe(true);
    const writing = jobs.flatMap(({ permissions = {} }) =>
      Object.entries(permissions)
        .filter(([, right]) => right === 'write')
        .map(([scope]) => scope),
    );
    const allowed: Record<string, string[]> = {
      'contract-comment.yml': ['pull-requests'],
      'pages.yml': ['pages', 'id-token'],
      'release.yml': ['contents', 'id-token', 'attestations'],
    };
    expect(writing).toEqual(allowed[name] ?? []);
  });

  it('does not store the token in the checkout, and has timeouts of at most an hour', () => {
    for (const step of steps)
      if (step.uses?.startsWith('actions/checkout@'))
        expect(step.with).toMatchObject({ 'persist-credentials': false });
    for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });

  it('uses no expressions in scripts', () => {
    for (const { run = '' } of steps) expect(run).not.toMatch(/\$\{\{/);
  });

  it('runs no code of a pull request after pull_request_target or workflow_run', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    if (!('workflow_run' in workflow.on)) return;
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
      expect(Object.keys(step.with ?? {})).toEqual(['persist-credentials']);
    for (const { run = '' } of steps) expect(run).not.toMatch(/npm|npx/);
  });
});

it('the workflow linter reports errors', async () => {
  const wrong =
    'name: x\non: pull_reqest\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    needs: nobody\n    steps:\n      - run: echo\n';
  const found = await lintWorkflow(wrong, 'wrong.yml');
  expect(found.some((line) => line.startsWith('wrong.yml:2:'))).toBe(true);
  expect(found.some((line) => line.includes('nobody'))).toBe(true);
});

it('a workflow_run trigger names an existing workflow', () => {
  const names = workflows.map(({ text }) => (parse(text) as { name: string }).name);
  const followed = workflows.flatMap(
    ({ text }) =>
      (parse(text) as { on: { workflow_run?: { workflows: string[] } } }).on.workflow_run
        ?.workflows ?? [],
  );
  expect(followed).toEqual(['Contract']);
  expect(names).toEqual(expect.arrayContaining(followed));
});

it('every path in CODEOWNERS exists, except specs/released/ before the first release', () => {
  const paths = thisRepository
    .read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line.startsWith('/'))
    .map((line) => line.split(/\s+/)[0]?.slice(1) ?? '');
  expect(paths.length).toBeGreaterThan(2);
  expect(
    paths.filter((path) => path !== 'specs/released/' && !thisRepository.exists(path)),
  ).toEqual([]);
});

it('the issue form has valid fields with unique IDs', () => {
  const form = parse(thisRepository.read('.github/ISSUE_TEMPLATE/contract-differs.yml')) as {
    name: string;
    description: string;
    body: { id: string; type: string; attributes: { label: string; options?: string[] } }[];
  };
  expect([form.name, form.description].every((text) => text.length > 0)).toBe(true);
  expect(new Set(form.body.map(({ id }) => id)).size).toBe(form.body.length);
  for (const { type, attributes } of form.body) {
    expect(['dropdown', 'input', 'textarea']).toContain(type);
    expect(attributes.label).not.toBe('');
    expect(type !== 'dropdown' || (attributes.options ?? []).length > 1).toBe(true);
  }
});

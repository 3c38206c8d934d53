// Runs a workflow on this machine: its `run` commands, and the actions that need no forge.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { parse } from 'yaml';
import { machinePath, RehearsalError, run } from './run.ts';

interface Step {
  id?: string;
  name?: string;
  uses?: string;
  run?: string;
  if?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
  'working-directory'?: string;
  'continue-on-error'?: boolean;
}

interface Workflow {
  jobs: Record<string, { if?: string; steps: Step[] }>;
}

/** The environment in which a workflow runs. */
export interface Runner {
  /** The clone. */
  folder: string;
  /** Folder for artifacts and for the jobs without a checkout. */
  temporary: string;
  /** The `github` context of expressions. */
  github: Record<string, unknown>;
  /** Outputs of the actions that need a forge, by step ID. */
  outputs?: Record<string, Record<string, string>>;
  /** Environment variables of all steps. They take precedence over the variables of a step. */
  environment: Record<string, string>;
  /** Commands to skip, because they have already run. */
  skip?: readonly string[];
}

/** A failed step of a workflow. */
export class WorkflowError extends RehearsalError {
  readonly step: string;

  constructor(workflow: string, step: string, cause: string) {
    super(`${workflow}, step '${step}': ${cause}`);
    this.step = step;
  }
}

const uploads = ['actions/upload-artifact', 'actions/upload-pages-artifact'];
const download = 'actions/download-artifact';
const setupNode = 'actions/setup-node';

/** Actions that need a forge, or whose work the rehearsal has already done. */
const omitted = [
  'actions/checkout',
  'actions/cache',
  'actions/configure-pages',
  'actions/attest-build-provenance',
  'actions/deploy-pages',
];

const actionName = (uses: string): string => uses.replace(/@.*/, '');

/** Returns whether the rehearsal can run or omit an action such as `actions/checkout@…`. */
export const isKnownAction = (uses: string): boolean =>
  [...omitted, ...uploads, download, setupNode].includes(actionName(uses));

/**
 * Runs the jobs of a workflow in the order of the file, except those whose condition is false. A job
 * without a checkout runs in its own folder. Provenance requires a forge, so it is omitted.
 *
 * @param name file in `.github/workflows`
 * @returns the commands that ran
 * @throws {WorkflowError} if a step fails, unless it has `continue-on-error`
 */
export async function runWorkflow(name: string, runner: Runner): Promise<string[]> {
  const file = join(runner.folder, '.github/workflows', name);
  const { jobs } = parse(readFileSync(file, 'utf8')) as Workflow;
  const commands: string[] = [];
  for (const [id, job] of Object.entries(jobs)) {
    const steps: Record<string, { outcome: string; outputs: Record<string, string> }> = {};
    const contexts = { github: runner.github, runner: { temp: runner.temporary }, steps };
    if (!isMet(job.if, contexts)) continue;
    const hasCheckout = job.steps.some(({ uses }) => uses?.startsWith('actions/checkout@'));
    const folder = hasCheckout ? runner.folder : join(runner.temporary, name, id);
    mkdirSync(folder, { recursive: true });
    let path = machinePath();
    for (const step of job.steps) {
      if (!isMet(step.if, contexts)) continue;
      let outcome = 'success';
      try {
        if (step.uses !== undefined && actionName(step.uses) === setupNode)
          path = [dirname(process.execPath), path].join(delimiter);
        else if (step.uses !== undefined) useAction(step, folder, runner, contexts);
        else if (step.run !== undefined && !runner.skip?.includes(step.run.trim())) {
          commands.push(step.run);
          await runLines(step, folder, path, runner, contexts);
        }
      } catch (error) {
        if (step['continue-on-error'] !== true)
          throw new WorkflowError(
            name,
            step.name ?? step.run ?? step.uses ?? id,
            (error as Error).message,
          );
        outcome = 'failure';
      }
      if (step.id !== undefined)
        steps[step.id] = { outcome, outputs: runner.outputs?.[step.id] ?? {} };
    }
  }
  return commands;
}

async function runLines(
  step: Step,
  folder: string,
  path: string,
  { environment, github, temporary }: Runner,
  contexts: object,
): Promise<void> {
  const { PATH: programs, ...others } = environment;
  const own = Object.entries(step.env ?? {}).map(([key, value]) => [key, fill(value, contexts)]);
  const script = (step.run ?? '').replace(' --provenance', '');
  await run('bash', ['-e', '-c', script], {
    cwd: join(folder, step['working-directory'] ?? '.'),
    environment: {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_REF_NAME: String(github.ref_name ?? ''),
      GITHUB_REPOSITORY: String(github.repository ?? ''),
      RUNNER_TEMP: temporary,
      ...Object.fromEntries(own),
      ...others,
      PATH: [programs, path].filter(Boolean).join(delimiter),
    },
  });
}

/**
 * Uploads or downloads an artifact. Does nothing for the omitted actions.
 *
 * @throws {RehearsalError} for an unknown action and for a missing artifact
 */
function useAction(step: Step, folder: string, { temporary }: Runner, contexts: object): void {
  const action = actionName(step.uses ?? '');
  const { name = 'github-pages', path } = step.with ?? {};
  const artifact = join(temporary, 'artifacts', String(name));
  if (uploads.includes(action)) {
    const source = resolve(folder, fill(String(path), contexts));
    rmSync(artifact, { recursive: true, force: true });
    mkdirSync(artifact, { recursive: true });
    const isFolder = statSync(source).isDirectory();
    cpSync(source, isFolder ? artifact : join(artifact, basename(source)), { recursive: true });
  } else if (action === download) {
    if (!existsSync(artifact)) throw new RehearsalError(`There is no artifact '${name}'.`);
    rmSync(join(folder, String(path)), { recursive: true, force: true });
    cpSync(artifact, join(folder, String(path)), { recursive: true });
  } else if (!isKnownAction(action))
    throw new RehearsalError(
      `The rehearsal cannot run the action ${action}. Add it to tools/rehearse/workflow.ts.`,
    );
}

/** Evaluates an expression of GitHub Actions, without `${{ }}`. */
function evaluate(expression: string, contexts: object): data.ExpressionData {
  const { tokens } = new Lexer(expression).lex();
  const tree = new Parser(tokens, Object.keys(contexts), []).parse();
  const dictionary = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(tree, dictionary).evaluate();
}

const isMet = (condition: string | undefined, contexts: object): boolean =>
  condition === undefined || evaluate(condition, contexts).coerceString() === 'true';

const fill = (text: string, contexts: object): string =>
  String(text).replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) =>
    evaluate(expression.trim(), contexts).coerceString(),
  );

// Runs the workflows in specs/workflows against a sandbox or other servers. For usage, run
// `node workflows/run.ts --help`.
import { help, readArguments } from './arguments.ts';
import { checkInputs } from './inputs.ts';
import { reportLines } from './report-lines.ts';
import { runAll } from './run-all.ts';
import { externalEnvironment, newRunId, sandboxEnvironment } from './servers.ts';
import { UsageError } from './usage-error.ts';
import { readWorkflows } from './workflow.ts';

try {
  const options = readArguments(process.argv.slice(2), readWorkflows());
  process.exitCode = options.help ? print(help.trimEnd(), 0) : await run(options);
} catch (error) {
  const { name, message, stack } = error as Error;
  console.error(error instanceof UsageError || name === 'MockError' ? message : stack);
  process.exitCode = 2;
}

async function run({
  workflows,
  servers,
  inputs: given,
}: ReturnType<typeof readArguments>): Promise<number> {
  const inputs = { run: newRunId(), ...given };
  const isOwn = Object.keys(servers).length === 0;
  // A new sandbox provides all inputs. For other servers, check all inputs before the first run.
  if (!isOwn) checkInputs(workflows, inputs);
  const environment = isOwn
    ? await sandboxEnvironment(inputs)
    : externalEnvironment(servers, inputs);
  try {
    const results = await runAll(workflows, environment, (result) =>
      print(reportLines(result).join('\n'), 0),
    );
    const failed = results.filter(({ failures }) => failures.length > 0).length;
    return failed === 0 ? 0 : print(`${failed} of ${results.length} workflows failed.`, 1);
  } finally {
    await environment.stop();
  }
}

function print(text: string, code: number): number {
  console.log(text);
  return code;
}

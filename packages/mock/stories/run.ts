// Plays the stories of specs/workflows against a sandbox of its own, or against the servers given:
// `node stories/run.ts --help`.
import { help, readArguments } from './arguments.ts';
import { givenServers, newRunName, ownSandbox } from './ground.ts';
import { checkInputs } from './inputs.ts';
import { play } from './play.ts';
import { reportLines } from './report-lines.ts';
import { StoriesError } from './stories-error.ts';
import { readStories } from './story.ts';

try {
  const wish = readArguments(process.argv.slice(2), readStories());
  process.exitCode = wish.help ? print(help.trimEnd(), 0) : await run(wish);
} catch (error) {
  const { name, message, stack } = error as Error;
  console.error(error instanceof StoriesError || name === 'MockError' ? message : stack);
  process.exitCode = 2;
}

async function run({
  stories,
  servers,
  inputs,
}: ReturnType<typeof readArguments>): Promise<number> {
  const told = { run: newRunName(), ...inputs };
  const isOwn = Object.keys(servers).length === 0;
  // What a sandbox of our own makes, other servers have to have; better known before the first
  // story than at the last.
  if (!isOwn) checkInputs(stories, told);
  const ground = isOwn ? await ownSandbox(told) : givenServers(servers, told);
  try {
    const outcomes = await play(stories, ground, (outcome) =>
      print(reportLines(outcome).join('\n'), 0),
    );
    const failed = outcomes.filter(({ faults }) => faults.length > 0).length;
    return failed === 0 ? 0 : print(`${failed} of ${outcomes.length} did not hold.`, 1);
  } finally {
    await ground.leave();
  }
}

function print(text: string, code: number): number {
  console.log(text);
  return code;
}

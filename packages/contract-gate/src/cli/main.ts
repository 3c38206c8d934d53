import { changelogCommand } from './changelog.ts';
import { checkCommand } from './check.ts';
import type { Command, Surroundings } from './command.ts';
import { diffCommand } from './diff.ts';
import { publishCommand } from './publish.ts';
import { releaseCommand } from './release.ts';
import { reportCommand } from './report.ts';
import { Failure } from '../repository/errors.ts';

const commands: Record<string, Command> = {
  diff: diffCommand,
  check: checkCommand,
  changelog: changelogCommand,
  release: releaseCommand,
  publish: publishCommand,
  report: reportCommand,
};

/**
 * Runs one command.
 *
 * @returns the exit status: 0, 1 when what was judged is not good enough, 2 when the work could not
 * be done, with one line that says why
 */
export async function main(
  argv: readonly string[],
  surroundings: Omit<Surroundings, 'args'>,
): Promise<number> {
  const [name = '', ...args] = argv;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (command === undefined)
      throw new Failure(
        `${name === '' ? 'What to do?' : `There is no command '${name}'.`} Say ${Object.keys(commands).join(', ')}.`,
      );
    return await command({ ...surroundings, args });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    surroundings.complain(`${error.message}\n`);
    return 2;
  }
}

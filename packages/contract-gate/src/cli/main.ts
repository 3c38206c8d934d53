import { DocumentLoader } from '../documents/load-document.ts';
import { packageBuilder } from '../release/package-content.ts';
import { GateError, UsageError } from '../repository/errors.ts';
import { changelogCommand } from './changelog.ts';
import { checkCommand } from './check.ts';
import type { Command, Environment } from './command.ts';
import { diffCommand } from './diff.ts';
import { packCommand } from './pack.ts';
import { releaseCommand } from './release.ts';
import { reportCommand } from './report.ts';

const commands: Record<string, Command> = {
  diff: diffCommand,
  check: checkCommand,
  changelog: changelogCommand,
  release: releaseCommand,
  pack: packCommand,
  report: reportCommand,
};

/**
 * Runs one command.
 *
 * @returns exit code: 0 success, 1 rejected, 2 the command could not run; then one line on standard
 * error states why
 */
export async function main(argv: readonly string[], environment: Environment): Promise<number> {
  const [name = '', ...args] = argv;
  const loader = new DocumentLoader(environment.repository);
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined)
      throw new UsageError(
        `${name === '' ? 'Missing command.' : `There is no command '${name}'.`} Use ${Object.keys(commands).join(', ')}.`,
      );
    const builder = environment.builder ?? packageBuilder(environment.repository);
    return await command({ ...environment, builder, args, loader });
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    environment.printError(`${error.message}\n`);
    return 2;
  } finally {
    await loader.close();
  }
}

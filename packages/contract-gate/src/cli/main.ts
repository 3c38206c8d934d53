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

const help = `Usage: npm run gate -w @delivery-api/contract-gate -- COMMAND [options]

Commands:
  diff       Compare contracts, and rate each change
  check      Check the contracts and packages against their last release
  changelog  Draft the changelog entry of a contract from its changes
  release    Write the release of all changed contracts and packages
  pack       List or pack the files that a release publishes
  report     Write the report for the comment on a pull request

For the options of a command, run it with --help.
`;

/**
 * Runs one command. With `--help`, prints the help of the command, or of the program if there is no
 * command. If the command cannot run, prints the reason to standard error.
 *
 * @returns exit code: 0 success, 1 rejected, 2 the command could not run
 */
export async function main(argv: readonly string[], environment: Environment): Promise<number> {
  const [name = '', ...args] = argv;
  if (name === '--help') {
    environment.print(help);
    return 0;
  }
  const loader = new DocumentLoader(environment.repository);
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined)
      throw new UsageError(
        `${name === '' ? 'Missing command.' : `Unknown command '${name}'.`} Use ${Object.keys(commands).join(', ')}.`,
      );
    if (args.includes('--help')) {
      environment.print(command.help);
      return 0;
    }
    const builder = environment.builder ?? packageBuilder(environment.repository);
    return await command.run({ ...environment, builder, args, loader });
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    environment.printError(`${error.message}\n`);
    return 2;
  } finally {
    await loader.close();
  }
}

import { isPreRelease } from '../diff/comparison/bump.ts';
import { formatDifferences } from '../diff/formats/formats.ts';
import { workflowCommand } from '../diff/formats/github.ts';
import { readHashes } from '../documents/release-hashes.ts';
import { changeSince } from '../gate/change-since.ts';
import { checkInterface, checkRecords } from '../gate/check.ts';
import { checkPackages } from '../release/check-packages.ts';
import { isUnreleased } from '../release/freeze-contract.ts';
import { UsageError } from '../repository/errors.ts';
import { interfaceNames } from '../repository/repository.ts';
import { type Command, type CommandContext, readArguments } from './command.ts';

const help = `Usage: npm run check:contract -- [options]

Check both contracts and the built packages against their last release.

Options:
  --base REVISION     List the changes since a git revision instead of since the
                      last release. For minor and major changes, require a change
                      to the changelog entry of the version
  --today YYYY-MM-DD  Date for sunset checks (default: today)
  --format FORMAT     Output format: terminal or github (default: terminal)
  --help              Print this help

Exit codes: 0 accepted, 1 rejected, 2 the command could not run
`;

/**
 * Checks both contracts and the built packages against their last release: version, changelog,
 * decisions, sunsets, released files, and package content.
 */
export const checkCommand: Command = { help, run };

async function run(context: CommandContext) {
  const { repository, loader, builder, print, printError } = context;
  const { values } = readArguments(context.args, {
    base: { type: 'string' },
    today: { type: 'string', default: context.today },
    format: { type: 'string', default: 'terminal' },
  });
  const { today, format } = { today: String(values.today), format: String(values.format) };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(today))
    throw new UsageError(`'${today}' is not a date. Use the format YYYY-MM-DD.`);
  if (format !== 'terminal' && format !== 'github')
    throw new UsageError(`Unknown format '${format}'. Use terminal or github.`);
  const results = await Promise.all(
    interfaceNames.map((name) => checkInterface(name, repository, loader, today)),
  );
  const differences = results.map(({ difference }) => difference);
  const changes =
    typeof values.base === 'string'
      ? await Promise.all(
          results.map((result) => changeSince(String(values.base), result, repository, loader)),
        )
      : [];
  for (const warning of [
    ...results.flatMap(({ current }) => current.warnings),
    ...changes.flatMap((one) => one.warning ?? []),
  ])
    printError(`warning: ${warning}\n`);
  print(
    formatDifferences(
      typeof values.base === 'string' ? changes.flatMap(({ change }) => change ?? []) : differences,
      format,
    ),
  );
  for (const { interface: name, base, changes, bump } of differences) {
    if (base !== undefined && isPreRelease(base.version) && changes.length > 0)
      print(
        `${name} ${base.version} is a release candidate, so a ${bump} change is allowed. After the stable release, a major change requires a new major version.\n`,
      );
  }
  const hashes = readHashes(repository);
  const unreleased = results
    .filter((result) => isUnreleased(result, hashes))
    .map(({ difference }) => difference.interface);
  const violations = [
    ...checkRecords(repository),
    ...results.flatMap((result) => result.violations),
    ...changes.flatMap((one) => one.violations),
    ...(await checkPackages(repository, builder, unreleased)),
  ];
  for (const { message, source, check } of violations) {
    if (format === 'github') print(workflowCommand('error', check, message, source));
    printError(`✗ ${message}\n`);
  }
  if (violations.length > 0) return 1;
  print(
    'The change can be merged: version, changelog, decisions, sunsets, released files and packages are valid.\n',
  );
  return 0;
}

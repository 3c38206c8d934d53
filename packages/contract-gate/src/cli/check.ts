import { isPreRelease, nextVersion } from '../diff/comparison/bump.ts';
import { formatDifferences } from '../diff/formats/formats.ts';
import { workflowCommand } from '../diff/formats/github.ts';
import { checkInterface, checkRecords } from '../gate/check.ts';
import { UsageError } from '../repository/errors.ts';
import { interfaceNames } from '../repository/repository.ts';
import { type Command, readArguments } from './command.ts';

const usage = 'check [--today YYYY-MM-DD] [--format terminal|github]';

/**
 * Checks both contracts against their last release: version, changelog, decisions, sunsets,
 * released files.
 */
export const checkCommand: Command = async (context) => {
  const { repository, loader, print, printError } = context;
  const { values, positionals } = readArguments(
    context.args,
    {
      today: { type: 'string', default: context.today },
      format: { type: 'string', default: 'terminal' },
    },
    usage,
  );
  const { today, format } = { today: String(values.today), format: String(values.format) };
  if (positionals.length > 0)
    throw new UsageError(`check takes no '${positionals[0]}'. Usage: ${usage}`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(today))
    throw new UsageError(`'${today}' is not a day. Write it as YYYY-MM-DD.`);
  if (format !== 'terminal' && format !== 'github')
    throw new UsageError(`There is no format '${format}' here. Use terminal or github.`);
  const results = await Promise.all(
    interfaceNames.map((name) => checkInterface(name, repository, loader, today)),
  );
  for (const warning of results.flatMap(({ current }) => current.warnings))
    printError(`warning: ${warning}\n`);
  const differences = results.map(({ difference }) => difference);
  print(formatDifferences(differences, format));
  for (const { interface: name, base, changes, bump } of differences) {
    if (base !== undefined && isPreRelease(base.version) && changes.length > 0)
      print(
        `${name} ${base.version} is a pre-release: a ${bump} change is listed, not rejected. \`npm run release:contract -- ${name}\` releases it again, as ${nextVersion(base.version, bump)} if it was published.\n`,
      );
  }
  const violations = [
    ...checkRecords(repository),
    ...results.flatMap((result) => result.violations),
  ];
  for (const { message, source, check } of violations) {
    if (format === 'github') print(workflowCommand('error', check, message, source));
    printError(`✗ ${message}\n`);
  }
  if (violations.length > 0) return 1;
  print(
    'The contracts can be merged: version, changelog, decisions, sunsets and released files are valid.\n',
  );
  return 0;
};

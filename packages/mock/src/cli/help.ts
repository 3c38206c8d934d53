import type { OptionSpec } from './command-spec.ts';
import { type CommandName, commandNames, commonOptions, specOf, usageOf } from './commands.ts';

const exitCodes = 'Exit codes: 0 success, 1 failure, 2 usage error';

/** Returns the help of a command. The help of `start` also lists the commands. */
export function helpOf(name: CommandName): string {
  const { description, options, more } = specOf(name);
  const isStart = name === 'start';
  const usage = isStart ? '[command] [options]' : `${usageOf(name)} [options]`;
  const sections = [
    `Usage: delivery-mock ${usage}`,
    isStart ? 'Run the Lastmile and Marketplace APIs on your machine.' : `${description}.`,
    ...(isStart ? [commandList] : []),
    ['Options:', ...optionLines(Object.entries({ ...options, ...commonOptions }))].join('\n'),
    ...(isStart ? startNotes : []),
    ...(more === undefined ? [] : [more]),
    exitCodes,
  ];
  return `${sections.join('\n\n')}\n`;
}

const commandList = [
  'Commands:',
  ...commandNames.map((one) => `  ${one.padEnd(11)} ${specOf(one).description}`),
  '',
  'Run `delivery-mock COMMAND --help` for the options of a command.',
].join('\n');

function optionLines(options: readonly (readonly [string, OptionSpec])[]): string[] {
  const names = options.map(
    ([name, { short, value }]) =>
      `${short === undefined ? '   ' : `-${short},`} --${name}${value === undefined ? '' : ` ${value}`}`,
  );
  const width = Math.max(...names.map((name) => name.length));
  return options.map(
    ([, { description }], index) => `  ${names[index]?.padEnd(width)}  ${description}`,
  );
}

const startNotes = [
  ['Base URLs:', '  http://127.0.0.1:4010/lastmile', '  http://127.0.0.1:4010/marketplace'].join(
    '\n',
  ),
  [
    'In sandbox and examples mode, the Prefer request header selects a documented example:',
    '  Prefer: code=409                               the first example for this status code',
    '  Prefer: code=409, example=revision_conflict    the example with this name',
  ].join('\n'),
];

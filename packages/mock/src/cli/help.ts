import {
  type CommandName,
  commandNames,
  commonOptions,
  type OptionSpec,
  specOf,
} from './commands.ts';

const exitCodes = 'Exit codes: 0 success, 1 failure, 2 usage error';

/** Returns the help of a command. The help of `start` also lists the commands. */
export function helpOf(name: CommandName): string {
  const { does, words, options, more } = specOf(name);
  const isStart = name === 'start';
  const usage = isStart ? '[command] [options]' : [name, ...words, '[options]'].join(' ');
  const sections = [
    `Usage: delivery-mock ${usage}`,
    isStart ? 'Run the Lastmile and Marketplace APIs on your machine.' : `${does}.`,
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
  ...commandNames.map((one) => `  ${one.padEnd(11)} ${specOf(one).does}`),
  '',
  'Run `delivery-mock COMMAND --help` for the options of a command.',
].join('\n');

function optionLines(options: readonly (readonly [string, OptionSpec])[]): string[] {
  const names = options.map(
    ([name, { short, value }]) =>
      `${short === undefined ? '   ' : `-${short},`} --${name}${value === undefined ? '' : ` ${value}`}`,
  );
  const width = Math.max(...names.map((name) => name.length));
  return options.map(([, { does }], index) => `  ${names[index]?.padEnd(width)}  ${does}`);
}

const startNotes = [
  [
    'Base addresses:',
    '  http://127.0.0.1:4010/lastmile',
    '  http://127.0.0.1:4010/marketplace',
  ].join('\n'),
  [
    'Request header for a documented example, in the modes sandbox and examples:',
    '  Prefer: code=409                               the first example of this status',
    '  Prefer: code=409, example=revision_conflict    the named example',
  ].join('\n'),
];

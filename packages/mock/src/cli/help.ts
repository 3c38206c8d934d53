import {
  type CommandName,
  commandNames,
  commonOptions,
  type OptionSpec,
  specOf,
} from './commands.ts';

const exitCodes =
  'Ends with 0 when all went well, with 1 when something failed, with 2 when the command line makes no sense.';

/** Returns the help of a command. The help of `start` also lists the commands. */
export function helpOf(name: CommandName): string {
  const spec = specOf(name);
  const lines =
    name === 'start'
      ? [
          'delivery-mock: both delivery interfaces on this machine',
          '',
          '  delivery-mock [start] [options]',
          '',
          'Commands (delivery-mock COMMAND --help tells more)',
          ...commandNames.map((one) => `  ${one.padEnd(10)} ${specOf(one).does}`),
        ]
      : [
          `delivery-mock ${name}: ${spec.does}`,
          '',
          `  ${['delivery-mock', name, ...spec.words, '[options]'].join(' ')}`,
        ];
  const options = Object.entries({ ...spec.options, ...commonOptions });
  return `${[...lines, '', 'Options', ...optionLines(options), '', ...(name === 'start' ? startNotes : []), ...(spec.more === undefined ? [] : [spec.more]), exitCodes].join('\n')}\n`;
}

function optionLines(options: readonly (readonly [string, OptionSpec])[]): string[] {
  const names = options.map(
    ([name, { short, value }]) =>
      `${short === undefined ? '   ' : `-${short},`} --${name}${value === undefined ? '' : ` ${value}`}`,
  );
  const width = Math.max(...names.map((name) => name.length));
  return options.map(([, { does }], index) => `  ${names[index]?.padEnd(width)}  ${does}`);
}

const startNotes = [
  'Base addresses',
  '  http://127.0.0.1:4010/lastmile       http://127.0.0.1:4010/marketplace',
  '',
  'A particular answer, in the modes sandbox and examples',
  '  Prefer: code=409                               the first example of that status',
  '  Prefer: code=409, example=revision_conflict    that very one',
  '',
];

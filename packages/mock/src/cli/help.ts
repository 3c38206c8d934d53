import { type CommandName, commandNames, everywhere, type OptionSpec, specOf } from './commands.ts';

const endings =
  'Ends with 0 when all went well, with 1 when something failed, with 2 when the command line makes no sense.';

/** The help of a command; that of `start` is also the help of the whole. */
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
          ...commandNames.map((one) => `  ${one.padEnd(9)} ${specOf(one).does}`),
        ]
      : [
          `delivery-mock ${name}: ${spec.does}`,
          '',
          `  ${['delivery-mock', name, ...spec.words, '[options]'].join(' ')}`,
        ];
  const options = Object.entries({ ...spec.options, ...everywhere });
  return `${[...lines, '', 'Options', ...optionLines(options), '', ...(name === 'start' ? aboutStart : []), ...(spec.more === undefined ? [] : [spec.more]), endings].join('\n')}\n`;
}

function optionLines(options: readonly (readonly [string, OptionSpec])[]): string[] {
  const heads = options.map(
    ([name, { short, value }]) =>
      `${short === undefined ? '   ' : `-${short},`} --${name}${value === undefined ? '' : ` ${value}`}`,
  );
  const width = Math.max(...heads.map((head) => head.length));
  return options.map(([, { does }], index) => `  ${heads[index]?.padEnd(width)}  ${does}`);
}

const aboutStart = [
  'Base addresses',
  '  http://127.0.0.1:4010/lastmile       http://127.0.0.1:4010/marketplace',
  '',
  'A particular answer, in the modes sandbox and examples',
  '  Prefer: code=409                               the first example of that status',
  '  Prefer: code=409, example=revision_conflict    that very one',
  '',
];

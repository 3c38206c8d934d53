import { join } from 'node:path';
import { generateStep, zodStep } from '../generator.ts';
import type { Bundle, Tool } from '../tool.ts';

const argsOf = ({ file }: Bundle, output: string): string[] => [
  'generate-client',
  file,
  '--output',
  join(output, 'client.ts'),
  '--generator',
  'typescript',
  '--generator',
  'zod',
];

export const tool: Tool = {
  name: '@redocly/cli',
  steps: [
    generateStep('redocly', 'redocly', argsOf, [
      {
        findings: /client\.zod\.ts\(\d+,\d+\): error TS70(22: 'OrderModifierSchema'|24:)/,
        reason:
          'The Zod schema of the recursive `OrderModifier` has no type annotation, so `tsc` reports it. The schema accepts every example.',
      },
    ]),
    zodStep('redocly', 'client.zod.ts', (schema) => `${schema}Schema`),
  ],
};

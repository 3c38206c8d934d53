import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateStep, zodStep } from '../generator.ts';
import type { Tool } from '../tool.ts';

/**
 * Writes the configuration, and returns the arguments of the command. `dateType` is set because the
 * Zod plugin rejects times with an offset by default. `bundle` copies the transport into the
 * output.
 */
function configure(path: string, output: string): string[] {
  const file = join(output, 'kubb.config.mjs');
  const config = `
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';

export default {
  input: ${JSON.stringify({ path })},
  output: ${JSON.stringify({ path: join(output, 'client'), format: false, lint: false })},
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs(),
    pluginClient({ client: 'fetch', bundle: true }),
    pluginZod({ version: '4', dateType: 'stringOffset' }),
  ],
};
`;
  writeFileSync(file, config);
  return ['generate', '--config', file];
}

export const tool: Tool = {
  name: '@kubb/core',
  steps: [
    generateStep('kubb', 'kubb', ({ file }, output) => configure(file, output)),
    zodStep(
      'kubb',
      'client/zod/index.ts',
      (schema) => `${schema.charAt(0).toLowerCase()}${schema.slice(1)}Schema`,
      {
        exceptions: [
          {
            findings: /: Problem, example \w+: \/instance: Invalid URL$/,
            reason:
              '`instance` of `Problem` has the format `uri-reference`, which Kubb treats as `uri`.',
          },
        ],
      },
    ),
  ],
};

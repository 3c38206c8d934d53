import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateStep, zodStep } from '../generator.ts';
import type { Tool } from '../tool.ts';

/**
 * Writes the configuration, and returns the arguments of the command. `offset` is set because the
 * Zod plugin rejects times with an offset by default.
 */
function configure(input: string, output: string): string[] {
  const file = join(output, 'openapi-ts.config.mjs');
  const config = {
    input,
    output: join(output, 'client'),
    plugins: [
      '@hey-api/client-fetch',
      '@hey-api/typescript',
      '@hey-api/sdk',
      { name: 'zod', dates: { offset: true } },
    ],
  };
  writeFileSync(file, `export default ${JSON.stringify(config)};\n`);
  return ['--file', file];
}

export const tool: Tool = {
  name: '@hey-api/openapi-ts',
  steps: [
    generateStep('hey-api', 'openapi-ts', ({ file }, output) => configure(file, output)),
    zodStep('hey-api', 'client/zod.gen.ts', (schema) => `z${schema}`),
  ],
};

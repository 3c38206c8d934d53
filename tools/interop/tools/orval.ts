import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateStep, zodStep } from '../generator.ts';
import type { Tool } from '../tool.ts';

/**
 * Writes the configuration, and returns the arguments of the command. `offset` is set because the
 * Zod client rejects times with an offset by default.
 */
function configure(input: string, output: string): string[] {
  const file = join(output, 'orval.config.mjs');
  const zod = { generateReusableSchemas: true, dateTimeOptions: { offset: true } };
  const config = {
    client: { input, output: { target: join(output, 'client.ts'), client: 'fetch' } },
    zod: {
      input,
      output: { target: join(output, 'zod.ts'), client: 'zod', override: { zod } },
    },
  };
  writeFileSync(file, `export default ${JSON.stringify(config)};\n`);
  return ['--config', file];
}

export const tool: Tool = {
  name: 'orval',
  steps: [
    generateStep('orval', 'orval', ({ file }, output) => configure(file, output)),
    zodStep('orval', 'zod.ts', (schema) => schema),
  ],
};

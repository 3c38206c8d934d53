import { existsSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateStep, zodStep } from '../generator.ts';
import type { Bundle, Tool } from '../tool.ts';

/** Links the dependencies of the tool, because the generated code requires Zod 3 from them. */
function linkDependencies(output: string): void {
  const link = join(dirname(output), 'node_modules');
  const target = join(import.meta.dirname, '../node_modules/openapi-zod-client/node_modules');
  if (!existsSync(link)) symlinkSync(target, link, 'junction');
}

function argsOf({ file }: Bundle, output: string): string[] {
  linkDependencies(output);
  return [file, '--output', join(output, 'client.ts'), '--export-schemas'];
}

export const tool: Tool = {
  name: 'openapi-zod-client',
  steps: [
    generateStep('openapi-zod-client', 'openapi-zod-client', argsOf),
    zodStep('openapi-zod-client', 'client.ts', (schema) => schema, { group: 'schemas' }),
  ],
};

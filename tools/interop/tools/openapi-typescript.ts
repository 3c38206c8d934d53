import { join } from 'node:path';
import { generateStep } from '../generator.ts';
import type { Tool } from '../tool.ts';

export const tool: Tool = {
  name: 'openapi-typescript',
  steps: [
    generateStep('openapi-typescript', 'openapi-typescript', ({ file }, output) => [
      file,
      '--output',
      join(output, 'types.ts'),
    ]),
  ],
};

import { compileErrors, validate } from '@readme/openapi-parser';
import type { Tool } from '../tool.ts';

export const tool: Tool = {
  name: '@readme/openapi-parser',
  steps: [
    {
      name: 'validates the document',
      async run({ document }) {
        const result = await validate(structuredClone(document));
        return result.valid && result.warnings.length === 0 ? [] : [compileErrors(result)];
      },
    },
  ],
};

import SwaggerParser from '@apidevtools/swagger-parser';
import type { Tool } from '../tool.ts';

export const tool: Tool = {
  name: '@apidevtools/swagger-parser',
  steps: [
    {
      name: 'validates the document',
      async run({ document }) {
        await SwaggerParser.validate(structuredClone(document));
        return [];
      },
    },
  ],
};

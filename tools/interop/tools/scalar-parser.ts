import { dereference, validate } from '@scalar/openapi-parser';
import type { Tool } from '../tool.ts';

export const tool: Tool = {
  name: '@scalar/openapi-parser',
  steps: [
    {
      name: 'validates the document',
      async run({ document }) {
        const { valid, errors = [] } = await validate(structuredClone(document));
        if (valid && errors.length === 0) return [];
        return errors.length > 0
          ? errors.map(({ message }) => message)
          : ['The document is invalid.'];
      },
    },
    {
      name: 'resolves every reference',
      async run({ document }) {
        const { errors = [] } = await dereference(structuredClone(document));
        return errors.map(({ message }) => message);
      },
    },
  ],
};

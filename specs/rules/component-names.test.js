import { describeRule, withOperation, withResponse } from './rule-tester.js';

describeRule('component-names', {
  accepts: {
    'a schema in PascalCase': withResponse(
      { $ref: '#/components/schemas/MenuReport' },
      { MenuReport: { type: 'object' } },
    ),
    'an inline schema': withResponse({ type: 'object' }),
  },
  rejects: {
    'a schema in snake_case': [
      withResponse(
        { $ref: '#/components/schemas/menu_report' },
        { menu_report: { type: 'object' } },
      ),
      ["#/components/schemas/menu_report: The component 'menu_report' is not PascalCase."],
    ],
    'a header in kebab-case': [
      withOperation(
        {
          responses: {
            200: {
              description: 'Done.',
              headers: { ETag: { $ref: '#/components/headers/e-tag' } },
            },
          },
        },
        { headers: { 'e-tag': { schema: { type: 'string' } } } },
      ),
      ["#/components/headers/e-tag: The component 'e-tag' is not PascalCase."],
    ],
    'a schema in lower case': [
      withResponse({ $ref: '#/components/schemas/menu' }, { menu: { type: 'object' } }),
      ["#/components/schemas/menu: The component 'menu' is not PascalCase."],
    ],
  },
});

import { describeRule, withOperation } from './rule-tester.js';

const whole = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The ID.',
  example: 'bkg_1',
  schema: { type: 'string', maxLength: 64 },
};
const at = '#/paths/~1thing/post';
/** @param {Record<string, any>} parts */
const withParameter = (parts) => withOperation({ parameters: [{ ...whole, ...parts }] });
/** @param {Record<string, any>} header */
const withHeader = (header) =>
  withOperation({ responses: { 200: { description: 'Done.', headers: { ETag: header } } } });

describeRule('parameters-complete', {
  accepts: {
    'a complete parameter': withParameter({}),
    'a complete header': withHeader({
      description: 'A tag.',
      example: '"a"',
      schema: { type: 'string', pattern: '^".*"$' },
    }),
  },
  rejects: {
    'a parameter without a description': [
      withParameter({ description: ' ' }),
      [`${at}/parameters/0: 'id' has no description.`],
    ],
    'a parameter without an example': [
      withParameter({ example: undefined }),
      [`${at}/parameters/0: 'id' has no example.`],
    ],
    'a parameter without a constraint': [
      withParameter({ schema: { type: 'string' } }),
      [`${at}/parameters/0: 'id' has no constraint.`],
    ],
    'a header with only a schema': [
      withHeader({ schema: { type: 'string', minLength: 1, maxLength: 2 } }),
      [
        `${at}/responses/200/headers/ETag: 'header' has no description.`,
        `${at}/responses/200/headers/ETag: 'header' has no example.`,
      ],
    ],
  },
});

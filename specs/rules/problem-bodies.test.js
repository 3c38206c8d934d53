import { describeRule, withOperation } from './rule-tester.js';

const problem = { $ref: '#/components/schemas/Problem' };
/** @param {string} status @param {Record<string, any>} content */
const answer = (status, content) =>
  withOperation(
    { responses: { [status]: { description: 'An answer.', content } } },
    { schemas: { Problem: { type: 'object' }, Fault: { type: 'object' } } },
  );
/** @param {string} status */
const at = (status) => `#/paths/~1thing/post/responses/${status}`;

describeRule('problem-bodies', {
  accepts: {
    'Problem as application/problem+json': answer('409', {
      'application/problem+json': { schema: problem },
    }),
    'an answer in JSON': answer('200', { 'application/json': { schema: {} } }),
    'an answer without a body': withOperation({
      responses: { 304: { description: 'Unchanged.' } },
    }),
  },
  refuses: {
    'a refusal as plain JSON': [
      answer('409', { 'application/json': { schema: problem } }),
      [`${at('409')}: A 409 must have exactly one body: application/problem+json.`],
    ],
    'a refusal without a body': [
      withOperation({ responses: { 503: { description: 'No.' } } }),
      [`${at('503')}: A 503 must have exactly one body: application/problem+json.`],
    ],
    'another form of refusal': [
      answer('409', {
        'application/problem+json': { schema: { $ref: '#/components/schemas/Fault' } },
      }),
      [
        `${at('409')}/content/application~1problem+json: The body of a 409 must be the component 'Problem'.`,
      ],
    ],
    'an answer as a problem': [
      answer('200', { 'application/problem+json': { schema: problem } }),
      [`${at('200')}: A 200 must have a body of application/json, or none.`],
    ],
    'a request in another form': [
      withOperation({ requestBody: { content: { 'text/plain': { schema: {} } } } }),
      [
        '#/paths/~1thing/post/requestBody/content/text~1plain: A body of a request is application/json.',
      ],
    ],
  },
});

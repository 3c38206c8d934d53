import { describeRule, withOperation } from './rule-tester.js';

const problem = { $ref: '#/components/schemas/Problem' };
/** @param {string} status @param {Record<string, any>} content */
const response = (status, content) =>
  withOperation(
    { responses: { [status]: { description: 'A response.', content } } },
    { schemas: { Problem: { type: 'object' }, Fault: { type: 'object' } } },
  );
/** @param {string} status */
const at = (status) => `#/paths/~1thing/post/responses/${status}`;

describeRule('problem-bodies', {
  accepts: {
    'Problem as application/problem+json': response('409', {
      'application/problem+json': { schema: problem },
    }),
    'a success response in JSON': response('200', { 'application/json': { schema: {} } }),
    'a 304 response without a body': withOperation({
      responses: { 304: { description: 'Unchanged.' } },
    }),
  },
  rejects: {
    'an error response as application/json': [
      response('409', { 'application/json': { schema: problem } }),
      [`${at('409')}: A 409 response must have exactly one body: application/problem+json.`],
    ],
    'an error response without a body': [
      withOperation({ responses: { 503: { description: 'No.' } } }),
      [`${at('503')}: A 503 response must have exactly one body: application/problem+json.`],
    ],
    'an error response with another schema': [
      response('409', {
        'application/problem+json': { schema: { $ref: '#/components/schemas/Fault' } },
      }),
      [
        `${at('409')}/content/application~1problem+json: The body of a 409 response must be the component 'Problem'.`,
      ],
    ],
    'a success response as application/problem+json': [
      response('200', { 'application/problem+json': { schema: problem } }),
      [`${at('200')}: A 200 response must have an application/json body, or none.`],
    ],
    'a request with another media type': [
      withOperation({ requestBody: { content: { 'text/plain': { schema: {} } } } }),
      [
        '#/paths/~1thing/post/requestBody/content/text~1plain: Each request body must be application/json.',
      ],
    ],
  },
});

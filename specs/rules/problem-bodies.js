import { isProblem } from './catalogue.js';
import { documentRule } from './document-node.js';
import { bodies, responses } from './traversal.js';

/**
 * Every problem response has the schema `Problem` and the media type application/problem+json.
 * Every other body is application/json.
 */
export const problemBodies = documentRule((root) => {
  for (const { status, response } of responses(root)) {
    const types = response
      .at('content')
      .entries()
      .map(([type]) => type);
    if (isProblem(status) && types.join() !== 'application/problem+json')
      response.report(`A ${status} response must have exactly one body: application/problem+json.`);
    if (!isProblem(status) && types.some((type) => type !== 'application/json'))
      response.report(`A ${status} response must have an application/json body, or none.`);
  }
  for (const { kind, status, mediaType, schema, media } of bodies(root)) {
    if (kind !== 'response' && mediaType !== 'application/json')
      media.report(`Each ${kind} body must be application/json.`);
    if (kind === 'response' && isProblem(status) && schema.component !== 'Problem')
      media.report(`The body of a ${status} response must be the component 'Problem'.`);
  }
});

import { documentRule } from './document-node.js';
import { operations } from './traversal.js';

/**
 * Every read is conditional: it has the `If-None-Match` parameter, and a 304 response without a
 * body. Its 200 and 304 responses have the `ETag` and `Cache-Control` headers.
 */
export const conditionalReads = documentRule((root) => {
  for (const { id, method, place, parameters } of operations(root)) {
    if (method !== 'get') continue;
    if (!parameters.some(({ value }) => value?.in === 'header' && value.name === 'If-None-Match'))
      place.report(`'${id}' must accept the If-None-Match header.`);
    const unchanged = place.at('responses', '304');
    if (!unchanged.exists) place.at('responses').report(`'${id}' must document the 304 response.`);
    if (unchanged.at('content').exists) unchanged.report('A 304 response must not have a body.');
    for (const status of ['200', '304']) {
      const response = place.at('responses', status);
      for (const header of ['ETag', 'Cache-Control']) {
        if (response.exists && !response.at('headers', header).exists)
          response.report(`The ${status} response of a read must have the ${header} header.`);
      }
    }
  }
});

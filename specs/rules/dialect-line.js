import { documentRule } from './document-node.js';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/**
 * A document uses OpenAPI 3.1.0, and declares JSON Schema 2020-12 as its dialect. Without the
 * dialect, Prism validates with draft-07 and ignores newer keywords.
 */
export const dialectLine = documentRule((root) => {
  if (root.value.openapi !== '3.1.0')
    root.at('openapi').report('The document must be OpenAPI 3.1.0.');
  if (root.value.jsonSchemaDialect !== dialect)
    root.report(`The document must have jsonSchemaDialect: ${dialect}.`);
});

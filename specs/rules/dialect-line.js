import { documentRule } from './place.js';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Both documents say their JSON Schema dialect. Without the line, Prism validates as draft-07 and
 * silently ignores what that does not know.
 */
export const dialectLine = documentRule((root) => {
  if (root.value.openapi !== '3.1.0')
    root.at('openapi').report('The document has to be OpenAPI 3.1.0.');
  if (root.value.jsonSchemaDialect !== dialect)
    root.report(`The document has to say jsonSchemaDialect: ${dialect}.`);
});

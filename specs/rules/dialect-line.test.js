import { api, describeRule } from './rule-tester.js';

const message =
  'The document must have jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema.';

describeRule('dialect-line', {
  accepts: { 'the line as it has to be': api({}) },
  refuses: {
    'no line': [api({ jsonSchemaDialect: undefined }), [`#/: ${message}`]],
    'the dialect of OpenAPI, which compiles nowhere': [
      api({ jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' }),
      [`#/: ${message}`],
    ],
    'another version of OpenAPI': [
      api({ openapi: '3.1.1' }),
      ['#/openapi: The document must be OpenAPI 3.1.0.'],
    ],
  },
});

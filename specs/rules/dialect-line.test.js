import { api, describeRule } from './rule-tester.js';

const message =
  'The document must have jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema.';

describeRule('dialect-line', {
  accepts: { 'the required dialect': api({}) },
  rejects: {
    'a missing dialect': [api({ jsonSchemaDialect: undefined }), [`#/: ${message}`]],
    'the dialect of OpenAPI, which validators cannot compile': [
      api({ jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' }),
      [`#/: ${message}`],
    ],
    'a different version of OpenAPI': [
      api({ openapi: '3.1.1' }),
      ['#/openapi: The document must be OpenAPI 3.1.0.'],
    ],
  },
});

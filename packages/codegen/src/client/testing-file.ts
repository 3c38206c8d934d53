import type { Contract } from '@delivery-api/specs/contract';
import { banner, docComment, stringLiteral } from '../source/text.ts';

/** Generates `…-client/testing`: fixtures and MSW handlers. */
export function testingSource(contract: Contract): string {
  const { name, operations } = contract;
  const handlers = `${name}Handlers`;
  const [conflict] = operations.flatMap(({ id, responses }) =>
    responses.flatMap(({ status, content }) =>
      status === 409 && content?.examples[0] ? [{ id, example: content.examples[0].name }] : [],
    ),
  );
  const copied = 'Each access to a member returns a new copy, so a test can change it.';
  return [
    banner(contract),
    `import { copies, type Handlers, handlersFor, type MockHttp } from '@delivery-api/client-core/testing';
import { type EventFixtures, events as eventExamples, fixtures as examples, type Fixtures, routes } from './fixtures.js';

export type { Handlers, MockHttp, SignedWebhook, SignOptions } from '@delivery-api/client-core/testing';
export { signWebhook } from '@delivery-api/client-core/testing';
export type { EventFixtures, Fixtures } from './fixtures.js';

`,
    docComment(`Typed examples of the requests and responses of each operation. ${copied}`),
    'export const fixtures: Fixtures = /* @__PURE__ */ copies(examples);\n\n',
    docComment(`Typed example events by \`type\`. ${copied}`),
    'export const events: EventFixtures = /* @__PURE__ */ copies(eventExamples);\n\n',
    docComment(`Creates MSW handlers from the examples in the contract. The handlers of \`all()\` return the success response of every operation. The function for an operation
returns a handler for any documented status and example.

@param http \`http\` of \`msw\`
@param baseUrl base URL of the client under test
@example
const api = ${handlers}(http, baseUrl);
const server = setupServer(...api.all());
${conflict ? `server.use(api.${conflict.id}(409, ${stringLiteral(conflict.example)}));` : ''}`),
    `export function ${handlers}<Handler>(http: MockHttp<Handler>, baseUrl: string): Handlers<Fixtures, Handler> {
  return handlersFor(http, baseUrl, fixtures, routes);
}
`,
  ].join('');
}

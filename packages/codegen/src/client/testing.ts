import type { Contract } from '@delivery-api/specs/contract';
import { banner, docComment, literal } from '../text.ts';

/** What `…-client/testing` gives: the fixtures, frozen, and MSW handlers made of them. */
export function testingSource({ name, title, version, operations }: Contract): string {
  const handlers = `${name}Handlers`;
  const [refused] = operations.flatMap(({ id, responses }) =>
    responses.flatMap(({ status, content }) =>
      status === 409 && content?.examples[0] ? [{ id, example: content.examples[0].name }] : [],
    ),
  );
  const frozen = 'They are frozen: `structuredClone` one before you change it.';
  return [
    banner(title, version),
    `import { freeze, type Handlers, handlersFor, type MockHttp } from '@delivery-api/client-core/testing';
import { type EventFixtures, events as eventExamples, fixtures as examples, type Fixtures, routes } from './fixtures.js';

export type { Handlers, MockHttp, SignedWebhook, SignOptions } from '@delivery-api/client-core/testing';
export { signWebhook } from '@delivery-api/client-core/testing';
export type { EventFixtures, Fixtures } from './fixtures.js';

`,
    docComment(
      `The contract's examples of what each operation takes and answers, typed. ${frozen}`,
    ),
    'export const fixtures: Fixtures = /* @__PURE__ */ freeze(examples);\n\n',
    docComment(`The contract's example events by \`type\`, typed. ${frozen}`),
    'export const events: EventFixtures = /* @__PURE__ */ freeze(eventExamples);\n\n',
    docComment(`Handlers for MSW from the contract's examples: \`all()\` answers every operation with its success; a function for each operation answers any
documented status and example.

@param http the \`http\` of \`msw\`
@param baseUrl the base address that the client under test has
@example
const api = ${handlers}(http, baseUrl);
const server = setupServer(...api.all());
${refused ? `server.use(api.${refused.id}(409, ${literal(refused.example)}));` : ''}`),
    `export function ${handlers}<Handler>(http: MockHttp<Handler>, baseUrl: string): Handlers<Fixtures, Handler> {
  return handlersFor(http, baseUrl, fixtures, routes);
}
`,
  ].join('');
}

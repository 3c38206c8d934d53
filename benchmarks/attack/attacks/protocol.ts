import { apis } from '../../shared/contracts.ts';
import { withMock } from '../../shared/mock-server.ts';
import { exchange, type RawResponse, toBytes } from '../../shared/raw-http.ts';
import { checkResponse, parseJson } from '../../shared/response-check.ts';
import { type Attack, printable } from '../context.ts';
import { checkHealth } from './health-check.ts';
import { protocolCases, smuggledPath } from './protocol-cases.ts';

/** Malformed HTTP on raw sockets. */
export const protocol: Attack = {
  name: 'protocol',
  title: 'invalid lengths, request smuggling, header floods, unusual paths, and compression bombs',
  run: (context) =>
    withMock(['--quiet', '--frozen'], async (mock) => {
      for (const { name, chunks, responses, status } of protocolCases()) {
        context.count();
        const timeoutMs = responses === undefined ? 1_000 : 8_000;
        const result = await exchange(mock.port, chunks, { timeoutMs });
        const report = (what: string): void =>
          context.report(`${name}: ${what}`, printable(Buffer.concat(chunks.map(toBytes))));
        if (!mock.isRunning()) {
          report(`the mock exited: ${mock.output().slice(-500)}`);
          return undefined;
        }
        const received = result.responses.length;
        if (responses !== undefined && received !== responses)
          report(`${received} responses instead of ${responses}, then ${result.ended}`);
        if (status !== undefined && result.responses[0]?.status !== status)
          report(`${result.responses[0]?.status} instead of ${status}`);
        for (const response of result.responses)
          for (const defect of defectsOf(response)) report(`${response.status}: ${defect}`);
      }
      await checkHealth(mock.port, context);
      return undefined;
    }),
};

function defectsOf(response: RawResponse): string[] {
  const { status, text } = response;
  if (status >= 500) return [`unexpected: ${text.slice(0, 300)}`];
  if (text.includes(smuggledPath)) return ['the smuggled request got a response'];
  const defects = /"lastmile":\{"(bookings|stores)"/.test(text)
    ? ['the response contains the snapshot']
    : [];
  if (status < 400) return defects;
  const isJson = parseJson(text) !== undefined;
  // Problems of the control API are not in the catalog.
  const violations = checkResponse(apis.lastmile, undefined, response, 'GET').filter(
    (violation) => !isJson || !violation.includes('not in the catalog'),
  );
  return [...defects, ...violations];
}

import { storePaths } from '../../shared/contracts.ts';
import { exchange } from '../../shared/raw-http.ts';
import { type AttackContext, printable } from '../context.ts';

/** Request line and headers of a read, without the final empty line. */
export const readHead = `GET /lastmile${storePaths.lastmile} HTTP/1.1\r
Host: localhost\r
Authorization: Bearer test_attack\r
`;

/** Reports a defect unless the mock returns 200 for a read within four seconds. */
export async function checkHealth(port: number, context: AttackContext): Promise<void> {
  const request = `${readHead}Connection: close\r\n\r\n`;
  const start = performance.now();
  const { responses, ended } = await exchange(port, [request], { timeoutMs: 5_000 });
  const milliseconds = Math.round(performance.now() - start);
  if (responses[0]?.status !== 200)
    context.report(
      `a read after the attack returned ${responses[0]?.status ?? ended}`,
      printable(request),
    );
  else if (milliseconds > 4_000)
    context.report(`a read after the attack took ${milliseconds} ms`, printable(request));
}

import { expect, it } from 'vitest';
import { Random } from '../../tools/random.ts';
import { clients } from '../attack/attacks/clients.ts';
import { crossOrigin } from '../attack/attacks/cross-origin.ts';
import { fuzzOperations } from '../attack/attacks/fuzz.ts';
import { signatures } from '../attack/attacks/signatures.ts';
import { ssrf } from '../attack/attacks/ssrf.ts';
import { tenants } from '../attack/attacks/tenants.ts';
import type { Attack, Finding } from '../attack/context.ts';
import { apis } from '../shared/contracts.ts';
import { withMock } from '../shared/mock-server.ts';

// A small part of `npm run attack`. The seed is fixed, so that the result does not change.
const runs = 20;

async function runAttack(run: Attack['run']): Promise<{ findings: Finding[]; attempts: number }> {
  const findings: Finding[] = [];
  let attempts = 0;
  await run({
    random: new Random('test'),
    runs,
    report: (what, reproduce) => findings.push({ what, reproduce }),
    count(more = 1) {
      attempts += more;
    },
  });
  return { findings, attempts };
}

it('the mock responds to valid, mutated, and fuzzed requests as the contract specifies', async () => {
  const clock = ['--start', '2026-11-20T18:00:00Z'];
  const args = ['--quiet', '--seed', 'attack', ...clock, '--max-entries', '100'];
  const { findings, attempts } = await withMock(args, (mock) =>
    runAttack((context) => fuzzOperations(mock, context)),
  );
  expect(findings).toEqual([]);
  const operations = Object.values(apis).flatMap(({ contract }) => contract.operations);
  expect(attempts).toBe(operations.length * runs);
});

it.each([
  ['requests for data of another partner', tenants],
  ['cross-origin requests and DNS rebinding', crossOrigin],
  ['server-side request forgery', ssrf],
  ['fuzzed responses to the clients', clients],
  ['manipulated webhook deliveries', signatures],
])('the mock and the clients withstand %s', async (_, attack) => {
  const { findings, attempts } = await runAttack(attack.run);
  expect(findings).toEqual([]);
  expect(attempts).toBeGreaterThan(20);
});

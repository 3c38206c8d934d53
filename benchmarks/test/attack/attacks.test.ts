import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attack, Finding } from '../../attack/attack.ts';
import { clients } from '../../attack/attacks/clients.ts';
import { origins } from '../../attack/attacks/origins.ts';
import { attackOperations } from '../../attack/attacks/requests.ts';
import { signatures } from '../../attack/attacks/signatures.ts';
import { targets } from '../../attack/attacks/targets.ts';
import { tenants } from '../../attack/attacks/tenants.ts';
import { type MockProcess, startMockProcess } from '../../attack/mock-process.ts';
import { Random } from '../../attack/random.ts';

// A small share of `npm run attack`, with one seed, so that it ends the same each time.
const runs = 20;

async function made(attack: Attack['run']): Promise<{ findings: Finding[]; count: number }> {
  const findings: Finding[] = [];
  let count = 0;
  const tried = (more = 1): void => {
    count += more;
  };
  await attack({
    random: new Random('test'),
    runs,
    tell: (what, repeat) => findings.push({ what, repeat }),
    tried,
  });
  return { findings, count };
}

describe('generated requests to every operation', () => {
  let mock: MockProcess;
  beforeAll(async () => {
    mock = await startMockProcess([
      '--quiet',
      '--seed',
      'attack',
      '--start',
      '2026-11-20T18:00:00Z',
      '--max-entries',
      '100',
    ]);
  });
  afterAll(() => mock?.stop());

  it('are answered as the contract says, whatever they are', async () => {
    const { findings, count } = await made((attacker) =>
      attackOperations(mock.port, attacker, mock),
    );
    expect(findings).toEqual([]);
    expect(count).toBe(11 * runs);
  });
});

it.each([
  ['data of another partner', tenants],
  ['cross-site requests and names that were rebound', origins],
  ['request forgery through webhook targets', targets],
  ['fuzzed answers to the clients', clients],
  ['tricks with signatures', signatures],
])('nothing comes of %s', async (_, attack) => {
  const { findings, count } = await made(attack.run);
  expect(findings).toEqual([]);
  expect(count).toBeGreaterThan(20);
});

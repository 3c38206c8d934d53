import type { Contract } from '@delivery-api/specs/contract';
import { Fault } from '../../fault.ts';
import { code, table } from '../markdown-table.ts';

interface Blocker {
  resolvable_by: string;
  reopens: boolean;
}

/**
 * What keeps a store from taking orders: what it means, who can lift it, and whether asking for
 * `open` does. @throws {Fault} when the contract has none
 */
export function blockers(contract: Contract): string {
  for (const schema of contract.schemas.values()) {
    const found = schema['x-blockers'] as Record<string, Blocker> | undefined;
    if (found === undefined) continue;
    const meanings = (schema['x-enumDescriptions'] ?? {}) as Record<string, string>;
    return table(
      ['Blocker', 'Meaning', 'Lifted by', '`open` ends it'],
      Object.entries(found).map(([name, { resolvable_by, reopens }]) => [
        code(name),
        meanings[name] ?? '',
        `the ${resolvable_by}`,
        reopens ? 'yes' : 'no',
      ]),
    );
  }
  throw new Fault(`${contract.name} has no blockers.`);
}

import type { Contract } from '@delivery-api/specs/contract';
import { SiteError } from '../../errors.ts';
import { code, table } from '../directive/markdown-table.ts';

interface Blocker {
  resolvable_by: string;
  reopens: boolean;
}

/**
 * Lists the blockers of a store: the meaning, who can remove the blocker, and whether a request
 * for the store status `open` ends the blocker.
 *
 * @throws {SiteError} if the contract has no blockers
 */
export function blockers(contract: Contract): string {
  for (const schema of contract.schemas.values()) {
    const found = schema['x-blockers'] as Record<string, Blocker> | undefined;
    if (found === undefined) continue;
    const meanings = (schema['x-enumDescriptions'] ?? {}) as Record<string, string>;
    return table(
      ['Blocker', 'Meaning', 'Who can remove it', 'Ends when you send `open`'],
      Object.entries(found).map(([name, { resolvable_by, reopens }]) => [
        code(name),
        meanings[name] ?? '',
        resolvable_by,
        reopens ? 'yes' : 'no',
      ]),
    );
  }
  throw new SiteError(`${contract.name} has no blockers.`);
}

import type { Contract } from '@delivery-api/specs/contract';
import { named } from '../directive/input.ts';
import { code, table } from '../directive/markdown-table.ts';

const codeLink = (name: string): string => `[${code(name)}](errors.html#${name})`;

/** Lists the codes of all interfaces that allow a retry of the same request. */
export function retryable(contracts: readonly Contract[]): string {
  const rows = new Map<string, string[]>();
  for (const { problems } of contracts)
    for (const { code: name, status, action, retryable: may } of problems.values())
      if (may && !rows.has(name)) rows.set(name, [codeLink(name), String(status), action]);
  return table(
    ['Code', 'Status', 'What to do'],
    [...rows.values()].sort((a, b) => Number(a[1]) - Number(b[1])),
  );
}

/** Lists the problem codes that are documented for an operation. */
export function problems(contract: Contract, operation: string | undefined): string {
  const { responses } = named(
    new Map(contract.operations.map((one) => [one.id, one])),
    operation,
    'operation',
  );
  const names = new Set(responses.flatMap(({ codes }) => codes));
  return table(
    ['Code', 'Status', 'Cause'],
    [...names].flatMap((name) => {
      const entry = contract.problems.get(name);
      return entry === undefined ? [] : [[codeLink(name), String(entry.status), entry.cause]];
    }),
  );
}

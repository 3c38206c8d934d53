import type { StateMachine } from '@delivery-api/specs/contract';
import type { Change } from '../../comparison/change.ts';
import { below } from '../../../documents/pointer.ts';
import { type Comparison, owners } from '../../comparison/rule.ts';

/**
 * A change of a machine, at a place below the enum that carries it; it reaches every operation that
 * shows the state.
 */
export function change(
  comparison: Comparison,
  machine: StateMachine,
  rule: string,
  bump: Change['bump'],
  tokens: (string | number)[],
  what: string,
  reason: string,
): Change {
  return {
    rule: `state-machine/${rule}`,
    direction: 'behaviour',
    bump,
    pointer: below(`#/components/schemas/${machine.schemaName}`, ...tokens),
    operations: owners(comparison, machine.schemaName),
    what,
    reason,
  };
}

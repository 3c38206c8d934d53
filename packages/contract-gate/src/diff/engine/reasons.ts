import type { Use } from '../comparison/pair.ts';
import { outsideRange, reason } from '../comparison/rule.ts';

/** Effects on clients, by rule of the engine. */
const engineReasons: Record<string, string> = {
  'media-type-removed': 'Clients that send or read this media type fail.',
  'operation-id-changed':
    'Links to the reference and methods of generated clients contain this name.',
  'operation-removed': 'Calls to the operation fail with 404 or 405.',
  'parameter-became-required': reason.rejected,
  'parameter-removed':
    'Requests that contain the parameter are rejected, or the service ignores its value.',
  'parameter-serialization-changed': reason.rejected,
  'path-removed': 'Calls to the path fail with 404.',
  'property-removed': 'Code that sends or reads the property fails.',
  'request-body-became-required': reason.rejected,
  'request-body-removed': 'Clients can no longer send a request body.',
  'required-properties-added': reason.rejected,
  'required-properties-removed': reason.missing,
  'response-header-removed': reason.missing,
  'response-removed': 'Clients receive a different response, which they may not handle.',
  'enum-values-removed': reason.rejected,
  'security-requirement-changed': 'Tokens that were sufficient are rejected.',
  'security-scheme-changed': 'Credentials that were valid are rejected.',
  'server-removed': 'Clients that call this URL fail.',
  'contract/closed-enum-grew': 'Code that handles only the listed values can receive other values.',
  'contract/condition-changed': 'The requirements or guarantees under this condition changed.',
};

/** Rules whose effect depends on the direction of the value. */
const valueRules = new Set([
  'schema-combinator-changed',
  'schema-constraint-changed',
  'schema-type-changed',
]);

/**
 * Returns the effect of a breaking change on clients.
 *
 * @param uses uses of the changed element
 */
export function engineReason(
  rule: string,
  uses: readonly Pick<Use, 'flow' | 'direction'>[],
): string {
  if (!valueRules.has(rule)) return engineReasons[rule] ?? 'Existing clients can fail.';
  const isSent = uses.some(({ flow }) => flow === 'sent');
  const isReceived = uses.some(({ flow }) => flow === 'received');
  if (isSent && isReceived)
    return 'Requests that were valid are rejected, or responses can contain values outside the range that was guaranteed.';
  return isSent ? reason.rejected : outsideRange(uses);
}

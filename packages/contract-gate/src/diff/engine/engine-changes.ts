import { pointerTokens, toPointer } from '@delivery-api/specs/contract';
import type { Change, Direction } from '../comparison/change.ts';
import { locationName } from '../comparison/location-name.ts';
import { operationPointer } from '../comparison/match.ts';
import { affected, type Comparison, reason } from '../comparison/rule.ts';
import { coveredByRules } from './covered-by-rules.ts';
import { elementOf, type Finding } from './finding.ts';
import { describeFinding, isDocumentation } from './finding-text.ts';
import { engineReason } from './reasons.ts';

/** Converts the findings of the engine to changes, without those that our rules cover. */
export function engineChanges(comparison: Comparison, findings: readonly Finding[]): Change[] {
  const isCovered = coveredByRules(comparison);
  return findings
    .filter((finding) => !isCovered(finding))
    .map((finding) => toChange(comparison, finding));
}

/** Rules of the engine whose messages replace the descriptions of the gate. */
const rulesWithMessage = new Set([
  'operation-removed',
  'operation-id-changed',
  'path-removed',
  'security-requirement-changed',
  'security-scheme-changed',
  'server-removed',
  'request-body-became-required',
  'request-body-removed',
  'schema-combinator-changed',
]);

function toChange(comparison: Comparison, finding: Finding): Change {
  const { path, kind, impact, verdicts, revision } = finding;
  const [verdict] = verdicts;
  const owner = ownerOf(comparison, path);
  const { document } = revision === undefined ? comparison.base : comparison.revision;
  const what = `${describeFinding(finding, locationName(elementOf(finding), document, owner))}.`;
  const pointer = revision?.pointer ?? parentOf(finding.base?.pointer ?? path);
  const direction = directionOf(path);
  const shared = { direction, pointer, operations: operationsAt(comparison, pointer, owner), what };
  if (verdict !== undefined) {
    const messages = verdicts.map(({ message }) =>
      message.replace(/^Security/, `\`${owner}\`: security`),
    );
    return {
      ...shared,
      ...(rulesWithMessage.has(verdict.ruleId) && { what: messages.join(' ') }),
      rule: verdict.ruleId,
      bump: impact,
      reason: engineReason(verdict.ruleId, usesAt(comparison, pointer, path)),
    };
  }
  if (isDocumentation(finding))
    return { ...shared, rule: 'documentation', bump: 'patch', reason: reason.documentation };
  // Clients can detect the change, so it is more than documentation.
  const bump = impact === 'patch' ? 'minor' : impact;
  if (direction === 'security' && owner !== undefined)
    return {
      ...shared,
      pointer: `${path.slice(0, path.indexOf('/security'))}/security`,
      rule: 'security-eased',
      bump,
      what: `\`${owner}\` requires fewer permissions, or accepts an additional credential.`,
      reason: 'Tokens that were sufficient are still sufficient.',
    };
  if (kind === 'added') return { ...shared, rule: 'added', bump, reason: reason.additive };
  return {
    ...shared,
    rule: 'compatible',
    bump,
    reason: 'Additive: existing clients continue to work, but can detect the change.',
  };
}

const parentOf = (pointer: string): string =>
  pointer.slice(0, Math.max(1, pointer.lastIndexOf('/')));

const pairAt = ({ pairs }: Comparison, pointer: string) =>
  pairs.schemas.find((one) => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`));

/** Returns the uses of a schema. Outside of a schema, the path determines the only use. */
function usesAt(comparison: Comparison, pointer: string, path: string) {
  const direction = directionOf(path);
  const isSent = direction === 'request' || direction === 'parameter';
  return (
    pairAt(comparison, pointer)?.uses ?? [
      { flow: isSent ? ('sent' as const) : ('received' as const), direction },
    ]
  );
}

function operationsAt(
  comparison: Comparison,
  pointer: string,
  owner: string | undefined,
): string[] {
  const pair = pairAt(comparison, pointer);
  if (pair !== undefined) return affected(pair.uses).operations;
  return owner === undefined ? [] : [owner];
}

/** Returns the direction of a location in the document. */
export function directionOf(path: string): Direction {
  const tokens = pointerTokens(path);
  const [section, , method, part, , subpart] = tokens;
  if (section === 'webhooks') return 'webhook';
  if (tokens.includes('security') || tokens.includes('securitySchemes')) return 'security';
  if (section !== 'paths') return 'document';
  if (part === 'parameters' || method === 'parameters') return 'parameter';
  if (part === 'responses') return subpart === 'headers' ? 'header' : 'response';
  return 'request';
}

/**
 * Returns the operationId or the webhook name of a location. For a path, returns the operationId of
 * its first operation.
 *
 * @returns undefined outside of paths and webhooks
 */
function ownerOf({ base, revision }: Comparison, path: string): string | undefined {
  const [section, name = '', method = ''] = pointerTokens(path);
  if (section === 'webhooks') return name;
  if (section !== 'paths') return undefined;
  const pointer = toPointer(section, name, ...(method === '' ? [] : [method]));
  return [...revision.operations, ...base.operations].find(
    (one) => operationPointer(one) === pointer || operationPointer(one).startsWith(`${pointer}/`),
  )?.id;
}

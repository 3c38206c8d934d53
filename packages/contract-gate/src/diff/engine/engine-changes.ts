import { pointerTokens, toPointer } from '@delivery-api/specs/contract';
import type { Change, Direction } from '../comparison/change.ts';
import { locationName } from '../comparison/location-name.ts';
import { operationPointer } from '../comparison/match.ts';
import { affected, type Comparison, reason } from '../comparison/rule.ts';
import { coveredByRules } from './covered-by-rules.ts';
import { elementOf, type Finding } from './finding.ts';
import { describeFinding, isDocumentation } from './finding-text.ts';
import { engineReasons } from './reasons.ts';

/** Converts the findings of the engine to changes, without those that our rules cover. */
export function engineChanges(comparison: Comparison, findings: readonly Finding[]): Change[] {
  const isCovered = coveredByRules(comparison);
  return findings
    .filter((finding) => !isCovered(finding))
    .map((finding) => toChange(comparison, finding));
}

/** Rules of the engine whose message is used as it is. */
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
      reason: engineReasons[verdict.ruleId] ?? 'Existing clients can fail.',
    };
  }
  if (isDocumentation(finding))
    return { ...shared, rule: 'words', bump: 'patch', reason: reason.documentation };
  // Programs can notice the change, so it is more than documentation.
  const bump = impact === 'patch' ? 'minor' : impact;
  if (direction === 'security' && owner !== undefined)
    return {
      ...shared,
      pointer: `${path.slice(0, path.indexOf('/security'))}/security`,
      rule: 'security-eased',
      bump,
      what: `\`${owner}\` requires less, or accepts another credential.`,
      reason: 'Tokens that were sufficient still are.',
    };
  if (kind === 'added') return { ...shared, rule: 'added', bump, reason: reason.additive };
  return {
    ...shared,
    rule: 'compatible',
    bump,
    reason: 'Valid requests stay valid, but programs can notice the change.',
  };
}

const parentOf = (pointer: string): string =>
  pointer.slice(0, Math.max(1, pointer.lastIndexOf('/')));

function operationsAt({ pairs }: Comparison, pointer: string, owner: string | undefined): string[] {
  const pair = pairs.schemas.find(
    (one) => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`),
  );
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

/** Returns the operationId or the webhook name of a location. */
function ownerOf({ base, revision }: Comparison, path: string): string | undefined {
  const [section, name = '', method = ''] = pointerTokens(path);
  if (section === 'webhooks') return name;
  if (section !== 'paths') return undefined;
  const pointer = toPointer(section, name, ...(method === '' ? [] : [method]));
  return [...revision.operations, ...base.operations].find(
    (one) => operationPointer(one) === pointer || operationPointer(one).startsWith(`${pointer}/`),
  )?.id;
}

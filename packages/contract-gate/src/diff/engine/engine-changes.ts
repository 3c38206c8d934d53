import type { Change, Direction } from '../comparison/change.ts';
import { operationPointer } from '../comparison/pairs.ts';
import { placeName } from '../comparison/location-name.ts';
import { pointerOf, tokensOf } from '../../documents/pointer.ts';
import { type Comparison, reach } from '../comparison/rule.ts';
import { type Finding, holderOf } from './finding.ts';
import { judgedElsewhere } from './covered-by-rules.ts';
import { reasons } from './reasons.ts';
import { described, isWords } from './finding-text.ts';

/** What the engine found, as changes, without what our own rules judge. */
export function engineChanges(comparison: Comparison, findings: readonly Finding[]): Change[] {
  const elsewhere = judgedElsewhere(comparison);
  return findings
    .filter((finding) => !elsewhere(finding))
    .map((finding) => toChange(comparison, finding));
}

/** Rules of the engine whose own words say it best. */
const told = new Set([
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
  const sentence = `${described(finding, placeName(holderOf(finding), document, owner))}.`;
  const pointer = revision?.pointer ?? parentOf(finding.base?.pointer ?? path);
  const direction = directionOf(path);
  const shared = { direction, pointer, operations: operationsAt(comparison, pointer, owner) };
  if (verdict !== undefined) {
    const what = told.has(verdict.ruleId)
      ? verdicts
          .map(({ message }) => message.replace(/^Security/, `\`${owner}\`: security`))
          .join(' ')
      : sentence;
    return {
      ...shared,
      rule: verdict.ruleId,
      bump: impact,
      what,
      reason: reasons[verdict.ruleId] ?? 'Correct clients can break.',
    };
  }
  if (isWords(finding))
    return { ...shared, rule: 'words', bump: 'patch', what: sentence, reason: 'Words only.' };
  const bump = impact === 'patch' ? 'minor' : impact;
  if (direction === 'security' && owner !== undefined) {
    const list = `${path.slice(0, path.indexOf('/security'))}/security`;
    const what = `\`${owner}\` asks for less, or takes another credential as well.`;
    return {
      ...shared,
      pointer: list,
      rule: 'security-eased',
      bump,
      what,
      reason: 'Tokens that were enough still are.',
    };
  }
  if (kind === 'added')
    return {
      ...shared,
      rule: 'added',
      bump,
      what: sentence,
      reason: 'An addition takes nothing from anybody.',
    };
  return {
    ...shared,
    rule: 'compatible',
    bump,
    what: sentence,
    reason: 'What was right stays right; but a program can tell, so it is more than words.',
  };
}

const parentOf = (pointer: string): string =>
  pointer.slice(0, Math.max(1, pointer.lastIndexOf('/')));

function operationsAt({ pairs }: Comparison, pointer: string, owner: string | undefined): string[] {
  const pair = pairs.schemas.find(
    (one) => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`),
  );
  if (pair !== undefined) return reach(pair.uses).operations;
  return owner === undefined ? [] : [owner];
}

/** In which direction a place is used, from the way that leads to it. */
export function directionOf(path: string): Direction {
  const tokens = tokensOf(path);
  if (tokens[0] === 'webhooks') return 'webhook';
  if (tokens.includes('security') || tokens.includes('securitySchemes')) return 'security';
  if (tokens[0] !== 'paths') return 'document';
  const part = tokens[3];
  if (part === 'parameters' || tokens[2] === 'parameters') return 'parameter';
  if (part === 'responses') return tokens[5] === 'headers' ? 'header' : 'response';
  return 'request';
}

function ownerOf({ base, revision }: Comparison, path: string): string | undefined {
  const [section, name = '', method = ''] = tokensOf(path);
  if (section === 'webhooks') return name;
  if (section !== 'paths') return undefined;
  const pointer = pointerOf(section, name, ...(method === '' ? [] : [method]));
  return [...revision.operations, ...base.operations].find(
    (one) => operationPointer(one) === pointer || operationPointer(one).startsWith(`${pointer}/`),
  )?.id;
}

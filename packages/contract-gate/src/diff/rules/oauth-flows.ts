import { isObject, type Json, type JsonObject, toPointer } from '@delivery-api/specs/contract';
import { valueAt } from '../../documents/pointer.ts';
import { ChangeList, type Comparison, diffLists, type Rule, reason } from '../comparison/rule.ts';

/** Flows, URLs and scopes of OAuth 2 security schemes. */
export const oauthFlows: Rule = ({ base, revision }) => {
  const schemes = ({ document }: Comparison['base']) =>
    objectOr(valueAt(document, '#/components/securitySchemes'));
  const [before, after] = [schemes(base), schemes(revision)];
  return Object.keys(before).flatMap((name) => {
    const list = new ChangeList('oauth-flows', {
      direction: 'security',
      operations: [],
      pointer: toPointer('components', 'securitySchemes', name),
    });
    const [one, other] = [objectOr(before[name]).flows, objectOr(after[name]).flows];
    if (isObject(one) && isObject(other)) compareFlows(name, one, other, list);
    return list.changes;
  });
};

const objectOr = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

function compareFlows(scheme: string, before: JsonObject, after: JsonObject, list: ChangeList) {
  const { removed, added } = diffLists(Object.keys(before), Object.keys(after));
  for (const flow of removed)
    list.major(
      'flow-removed',
      `\`${scheme}\` no longer has the flow \`${flow}\`.`,
      'Clients that use this flow to get tokens fail.',
    );
  for (const flow of added)
    list.minor('flow-added', `\`${scheme}\` has a new flow \`${flow}\`.`, reason.additive);
  for (const [flow, earlier] of Object.entries(before)) {
    const now = after[flow];
    if (isObject(earlier) && isObject(now))
      compareFlow(`the \`${flow}\` flow of \`${scheme}\``, flow, earlier, now, list);
  }
}

function compareFlow(
  name: string,
  flow: string,
  before: JsonObject,
  after: JsonObject,
  list: ChangeList,
): void {
  const at = ['flows', flow];
  for (const url of ['authorizationUrl', 'tokenUrl', 'refreshUrl'])
    if (before[url] === undefined && after[url] !== undefined)
      list.minor('url-added', `\`${url}\` is new in ${name}.`, reason.additive, ...at);
    else if (before[url] !== after[url])
      list.major(
        'url-changed',
        `\`${url}\` ${after[url] === undefined ? 'is removed from' : 'changed in'} ${name}.`,
        'Clients that call the old URL fail.',
        ...at,
      );
  const [scopes, newScopes] = [objectOr(before.scopes), objectOr(after.scopes)];
  const { removed, added } = diffLists(Object.keys(scopes), Object.keys(newScopes));
  for (const scope of removed)
    list.major(
      'scope-removed',
      `${name} no longer has the scope \`${scope}\`.`,
      'Clients that request this scope fail.',
      ...at,
    );
  for (const scope of added)
    list.minor('scope-added', `${name} has a new scope \`${scope}\`.`, reason.additive, ...at);
  for (const scope of Object.keys(scopes))
    if (scope in newScopes && scopes[scope] !== newScopes[scope])
      list.patch(
        'text',
        `The description of the scope \`${scope}\` changed in ${name}.`,
        reason.documentation,
        ...at,
      );
}

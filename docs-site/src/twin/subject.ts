import type { Contract, Json, JsonObject } from '@delivery-api/specs/contract';
import { decisionsLine } from '../facts.ts';
import { linkNames } from '../link-names.ts';
import { operationAnchor } from './anchors.ts';

/** Where the entry of a problem code stands, seen from a manual. */
export const errorAddress = (code: string): string => `../errors.html#${code}`;

export const codeLink = (code: string): string => `[\`${code}\`](${errorAddress(code)})`;

export const operationLink = (id: string): string => `[${id}](#${operationAnchor(id)})`;

/** A contract, and what every part of its manual asks of it. */
export interface Subject {
  contract: Contract;
  /** Links the names of operations, events and problem codes in a text. */
  linked(text: string): string;
  /** The decisions behind an operation, webhook or schema, as a line. */
  decisions(node: JsonObject | undefined): string | undefined;
  /** An operation or webhook as it stands in the document, by its operationId. */
  node(id: string): JsonObject | undefined;
  /** Which operations, webhooks and schemas use a schema: links. */
  usersOf(schema: string): string[];
  /** Whether a schema is described where it is used, because only one body is made of it. */
  atHome(schema: string): boolean;
}

/** @returns what the manual of `contract` is made from */
export function subject(contract: Contract): Subject {
  const { document, operations, webhooks, problems, schemas } = contract;
  const ambiguous = new Set(
    [...schemas.values()].flatMap((schema) => [
      ...Object.keys(schema.properties ?? {}),
      ...((schema.enum ?? []) as string[]),
    ]),
  );
  const addresses = new Map([
    ...[...problems.keys()]
      .filter((code) => !ambiguous.has(code))
      .map((code) => [code, errorAddress(code)] as const),
    ...operations.map(({ id }) => [id, `#${operationAnchor(id)}`] as const),
    ...webhooks.flatMap(({ id, name }) =>
      [id, name].map((one) => [one, `#${operationAnchor(id)}`] as const),
    ),
  ]);
  const nodes = new Map(
    [document.paths, document.webhooks]
      .flatMap((items) => Object.values((items ?? {}) as JsonObject))
      .flatMap((item) => Object.values(item as JsonObject) as JsonObject[])
      .map((node) => [String(node.operationId), node]),
  );
  const users = bodies(contract);
  for (const [name, schema] of schemas)
    for (const used of referred(schema))
      add(users, used, { link: `[${name}](#schema-${name.toLowerCase()})`, body: false });
  return {
    contract,
    linked: (text) => linkNames(text, addresses),
    decisions: (node) =>
      node === undefined
        ? undefined
        : decisionsLine(node)?.replace(/^\*\*Decided in\*\* |\.$/g, ''),
    node: (id) => nodes.get(id),
    usersOf: (schema) => [...new Set((users.get(schema) ?? []).map(({ link }) => link))],
    atHome: (schema) => users.get(schema)?.length === 1 && users.get(schema)?.[0]?.body === true,
  };
}

interface User {
  link: string;
  /** It is what a request or an event consists of. */
  body: boolean;
}

function add(users: Map<string, User[]>, schema: string, user: User): void {
  users.set(schema, [...(users.get(schema) ?? []), user]);
}

function bodies({ operations, webhooks }: Contract): Map<string, User[]> {
  const users = new Map<string, User[]>();
  for (const { id, request, responses } of operations) {
    if (request?.schemaName !== undefined)
      add(users, request.schemaName, { link: operationLink(id), body: true });
    for (const name of new Set(responses.map(({ content }) => content?.schemaName)))
      if (name !== undefined) add(users, name, { link: operationLink(id), body: false });
  }
  for (const { id, content } of webhooks)
    if (content.schemaName !== undefined)
      add(users, content.schemaName, { link: operationLink(id), body: true });
  return users;
}

/** The names of the schemas that a node refers to, each once. */
function referred(node: Json): Set<string> {
  const found = Array.from(
    JSON.stringify(node).matchAll(/"#\/components\/schemas\/([^"/]+)"/g),
    ([, name]) => name ?? '',
  );
  return new Set(found);
}

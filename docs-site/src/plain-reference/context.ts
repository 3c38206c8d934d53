import {
  type Contract,
  enumValuesOf,
  type Json,
  type JsonObject,
} from '@delivery-api/specs/contract';
import { decisionAnchor, decisionName } from '../decision-names.ts';
import { decisionsOf } from '../facts.ts';
import { operationAnchor } from './anchors.ts';
import { code, type Inline, join, link } from './blocks.ts';
import { refName, schemaLink } from './labels.ts';

/** Returns the URL of a problem code, relative to a plain reference. */
const errorAddress = (problemCode: string): string => `../errors.html#${problemCode}`;

export const codeLink = (problemCode: string): Inline =>
  link(code(problemCode), errorAddress(problemCode));

export const operationLink = (id: string): Inline => link(id, `#${operationAnchor(id)}`);

/** Returns links to the decisions that an operation, webhook or schema names. */
export const decisionLinks = (node: JsonObject | undefined): Inline =>
  join(
    decisionsOf(node).map((number) =>
      link(decisionName(number), `../decisions.html#${decisionAnchor(number)}`),
    ),
  );

/** Describes the removal of an operation or webhook; `undefined` if it is not deprecated. */
export const deprecation = (node: JsonObject | undefined): string | undefined =>
  node?.deprecated === true
    ? `Yes; removal on ${String(node['x-sunset'])} at the earliest.`
    : undefined;

/** A user of a schema: an operation, a webhook, or another schema. */
interface User {
  name: string;
  link: Inline;
  /** Whether the schema is the whole request body or event payload. */
  body: boolean;
}

/** A contract with the indexes that the sections of its reference share. */
export interface Context {
  contract: Contract;
  /** Names of the examples that are already shown. Each example is shown once. */
  shownExamples: Set<string>;
  /** Returns an operation or webhook of the document, by operationId. */
  node(id: string): JsonObject | undefined;
  /** Returns links to the operations, webhooks and schemas that use a schema. */
  usersOf(schema: string): Inline[];
  /**
   * Returns whether a schema has only one use, as the body of a request or event. The section of the
   * operation or webhook then describes the schema.
   */
  isInlined(schema: string): boolean;
}

export function createContext(contract: Contract): Context {
  const { document } = contract;
  const nodes = new Map(
    [document.paths, document.webhooks]
      .flatMap((items) => Object.values((items ?? {}) as JsonObject))
      .flatMap((item) => Object.values(item as JsonObject) as JsonObject[])
      .map((node) => [String(node.operationId), node]),
  );
  const users = schemaUsers(contract);
  return {
    contract,
    shownExamples: new Set(),
    node: (id) => nodes.get(id),
    usersOf: (schema) => [
      ...new Map((users.get(schema) ?? []).map((user) => [user.name, user.link])).values(),
    ],
    isInlined: (schema) => {
      const [user, ...others] = users.get(schema) ?? [];
      return user?.body === true && others.length === 0;
    },
  };
}

/**
 * Returns the URLs of operations, events and problem codes by name. A code that is also the
 * name of a field or an enum value is omitted, because the name in a text could mean either.
 */
export function addressesOf({
  operations,
  webhooks,
  problems,
  schemas,
}: Contract): Map<string, string> {
  const ambiguous = new Set(
    [...schemas.values()].flatMap((schema) => [
      ...Object.keys(schema.properties ?? {}),
      ...((enumValuesOf(schema) ?? []) as string[]),
    ]),
  );
  const codes = [...problems.keys()].filter((problemCode) => !ambiguous.has(problemCode));
  return new Map([
    ...codes.map((problemCode) => [problemCode, errorAddress(problemCode)] as const),
    ...operations.map(({ id }) => [id, `#${operationAnchor(id)}`] as const),
    ...webhooks.flatMap(({ id, name }) =>
      [id, name].map((one) => [one, `#${operationAnchor(id)}`] as const),
    ),
  ]);
}

function schemaUsers({ operations, webhooks, schemas }: Contract): Map<string, User[]> {
  const users = new Map<string, User[]>();
  const add = (schema: string | undefined, user: User): void => {
    if (schema === undefined) return;
    const known = users.get(schema) ?? [];
    if (!known.some(({ name, body }) => name === user.name && !body))
      users.set(schema, [...known, user]);
  };
  const operationUser = (id: string, body: boolean): User => ({
    name: id,
    link: operationLink(id),
    body,
  });
  for (const { id, request, responses } of operations) {
    add(request?.schemaName, operationUser(id, true));
    for (const { content } of responses) add(content?.schemaName, operationUser(id, false));
  }
  for (const { id, content } of webhooks) add(content.schemaName, operationUser(id, true));
  for (const [name, schema] of schemas)
    for (const used of referencedSchemas(schema))
      add(used, { name, link: schemaLink(name), body: false });
  return users;
}

/** Returns the names of the component schemas that a node refers to, in document order. */
function referencedSchemas(node: Json): Set<string> {
  const found = new Set<string>();
  const visit = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    const name = Array.isArray(value) ? undefined : refName(value);
    if (name !== undefined) found.add(name);
    for (const child of Object.values(value)) visit(child);
  };
  visit(node);
  return found;
}

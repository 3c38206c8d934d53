import type { Sample } from '@delivery-api/codegen';
import {
  type Contract,
  isExtensibleEnum,
  type Json,
  type JsonObject,
  ownDescription,
  type WebhookDelivery,
} from '@delivery-api/specs/contract';
import { decisionAnchor, decisionName } from '../decision-names.ts';
import { SiteError } from '../errors.ts';
import { decisionsOf, exampleTimesNote, limitsSentence, testVector } from '../facts.ts';
import { linkNames } from '../link-names.ts';
import { operationAnchor, partAnchor } from '../plain-reference/anchors.ts';
import { routeOf } from '../routes.ts';

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds the problem codes of a response to its description, with links to the catalog. */
function addCodes(node: JsonObject): void {
  const codes = node['x-problem-codes'];
  if (!Array.isArray(codes) || codes.length === 0) return;
  const links = codes.map((code) => `[\`${String(code)}\`](../errors.html#${String(code)})`);
  node.description = `${String(node.description ?? '').trim()}\n\nCodes: ${links.join(', ')}`;
}

/**
 * Shows the values of an extensible enum like those of a fixed enum. Removes the values from the
 * description, so that they are not shown twice.
 */
function showExtensibleEnum(schema: JsonObject): void {
  if (!isExtensibleEnum(schema)) return;
  schema.description = `${ownDescription(schema)}\n\nExtensible: later minor versions can add values.`;
  schema.enum = schema['x-extensible-enum'] ?? [];
  for (const keyword of ['examples', 'maxLength', 'pattern']) delete schema[keyword];
}

/** Links to an operation or webhook in the plain reference. */
const plainReferenceLink = (id: string): string =>
  `[Plain reference](reference.html#${operationAnchor(id)})`;

/** Returns the routes of operations and webhooks, by every name that a text may use. */
function routesByName({ operations, webhooks }: Contract): Map<string, string> {
  return new Map([
    ...operations.map((operation) => [operation.id, routeOf(operation)] as const),
    ...webhooks.flatMap((webhook) =>
      [webhook.id, webhook.name].map((name) => [name, routeOf(webhook)] as const),
    ),
  ]);
}

/** Resolves `[text](#operation/<id>)` links and links names in backticks. */
function resolveLinks(node: JsonObject, routes: ReadonlyMap<string, string>): void {
  if (typeof node.description !== 'string') return;
  const text = node.description;
  const routed = text.replace(/\]\(#operation\/([^)]+)\)/g, (_, id: string) => {
    const route = routes.get(id);
    if (route === undefined)
      throw new SiteError(
        `A description links to #operation/${id}, but this operation does not exist: “${text.slice(0, 60)}…”`,
      );
    return `](${route})`;
  });
  node.description = linkNames(routed, routes);
}

/**
 * Replaces a server URL that consists of one variable with the default of the variable, because
 * Redoc would show it as a path of this site. Removes backticks from server descriptions.
 */
function showServerDefaults(document: JsonObject): void {
  for (const server of Array.isArray(document.servers) ? document.servers : []) {
    if (!isObject(server)) continue;
    const [, name] = /^\{(\w+)\}$/.exec(String(server.url)) ?? [];
    const variable =
      isObject(server.variables) && name !== undefined ? server.variables[name] : undefined;
    if (isObject(variable)) {
      server.url = variable.default ?? String(server.url);
      delete server.variables;
    }
    server.description = String(server.description ?? '').replaceAll('`', '');
  }
}

const testVectorMarkdown = (delivery: WebhookDelivery): string =>
  `**Test vector.** Test your code with these values, and with the clock set to \`webhook-timestamp\`. The verification must succeed, and it must fail if you change the body.

\`\`\`text
${testVector(delivery)}
\`\`\``;

function decisionsMarkdown(node: JsonObject): string | undefined {
  const links = decisionsOf(node).map(
    (number) => `[${decisionName(number)}](../decisions.html#${decisionAnchor(number)})`,
  );
  return links.length === 0 ? undefined : `**Decisions.** ${links.join(', ')}.`;
}

/**
 * Renders samples as Markdown. Redoc shows `x-codeSamples` for operations only, so the samples of a
 * webhook are part of its description.
 */
const sampleMarkdown = (samples: readonly Sample[]): string =>
  samples
    .map(
      ({ lang, label, source }) =>
        `**Sample: ${label}**\n\n\`\`\`${lang.toLowerCase()}\n${source}\n\`\`\``,
    )
    .join('\n\n');

/**
 * Returns a copy of the document with additional content: samples for every operation and webhook,
 * limits, decisions, the codes of each response, and links to operations.
 *
 * @param samples by operationId, of operations and webhooks
 * @throws {SiteError} that names an operation without samples, or a link to an unknown operation
 */
export function decorate(contract: Contract, samples: ReadonlyMap<string, Sample[]>): JsonObject {
  const copy = structuredClone(contract.document);
  const routes = routesByName(contract);
  const visit = (node: Json): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isObject(node)) return;
    addCodes(node);
    showExtensibleEnum(node);
    resolveLinks(node, routes);
    if (typeof node.operationId === 'string' && isObject(node.responses)) {
      const own = samples.get(node.operationId);
      if (own === undefined || own.length === 0)
        throw new SiteError(
          `${node.operationId}: no sample found. Every operation and webhook needs a sample.`,
        );
      const operation = contract.operations.find(({ id }) => id === node.operationId);
      const limits = operation?.limits;
      const times = operation && exampleTimesNote(operation);
      const delivery = contract.webhooks.find(({ id }) => id === node.operationId)?.delivery;
      const paragraphs = [
        delivery === undefined
          ? `[Try it](reference.html#${partAnchor(node.operationId, 'samples')})`
          : undefined,
        String(node.description ?? '').trim(),
        limits && `**Limits.** ${limitsSentence(limits)}`,
        times && `**Example times.** ${times}`,
        delivery && testVectorMarkdown(delivery),
        decisionsMarkdown(node),
        plainReferenceLink(node.operationId),
        delivery && sampleMarkdown(own),
      ];
      node.description = paragraphs.filter((text) => text !== undefined).join('\n\n');
      if (delivery === undefined)
        node['x-codeSamples'] = own.map(({ lang, label, source }) => ({ lang, label, source }));
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(copy);
  showServerDefaults(copy);
  return copy;
}

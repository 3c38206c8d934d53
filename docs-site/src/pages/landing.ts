import { samples } from '@delivery-api/codegen';
import type { Contract, Operation, Webhook } from '@delivery-api/specs/contract';
import { SiteError } from '../errors.ts';
import { breakable, type Html, html } from '../html.ts';
import { siteName } from '../layout.ts';
import { codeBlock } from '../markdown.ts';
import { operationAnchor } from '../plain-reference/anchors.ts';
import { routeOf } from '../routes.ts';
import { label } from '../site.ts';
import { inWords, type SourceCounts } from './source-counts.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Illustration of a route. The solid line represents what the source document of the contracts
 * defines, and the dotted line represents the recorded decisions.
 */
const route = html`<svg class="route" viewBox="0 0 420 330" aria-hidden="true" focusable="false"><path class="route-streets" d="M0 84h420M0 190h420M0 286h420M70 0v330M186 0v330M300 0v330M186 84 300 190"/><path class="route-given" d="M70 286h100a16 16 0 0 0 16-16v-80"/><path class="route-decided" d="M186 190h98a16 16 0 0 0 16-16V100"/><circle class="route-end" cx="70" cy="286" r="15"/><circle class="route-turn" cx="186" cy="190" r="9"/><path class="route-end" d="M300 106c-18-24-30-38-30-54a30 30 0 0 1 60 0c0 16-12 30-30 54z"/><circle class="route-hole" cx="300" cy="52" r="11"/></svg>`;

const operationLine = (name: string, operation: Operation): Html =>
  html`<li><a href="${name}/${routeOf(operation)}"><span class="verb verb-${operation.method}">${operation.method.toUpperCase()}</span><span class="entry"><span class="entry-title">${operation.summary}</span><code>${breakable(operation.path)}</code></span></a></li>`;

const webhookLine = (name: string, webhook: Webhook): Html =>
  html`<li><a href="${name}/${routeOf(webhook)}"><span class="verb verb-event">EVENT</span><span class="entry"><span class="entry-title">${webhook.summary}</span><code>${webhook.name}</code></span></a></li>`;

const purpose: Record<Contract['name'], string> = {
  lastmile: 'For partners that book couriers: estimate, book, track and cancel deliveries.',
  marketplace:
    'For POS systems: receive orders, update their status, open and pause stores, and submit menus.',
};

const interfaceCard = ({
  name,
  version,
  operations,
  webhooks,
}: Contract): Html => html`<section class="card" aria-labelledby="${name}">
<header><h3 id="${name}"><a href="${name}/">${label[name]}</a></h3><span class="version">${version}</span></header>
<p>${purpose[name]}</p>
<ul class="entries">${operations.map((operation) => operationLine(name, operation))}${webhooks.map((webhook) => webhookLine(name, webhook))}</ul>
<p class="actions"><a class="button" href="${name}/">Open the reference</a><a href="${name}/openapi.yaml" download="${name}.yaml">YAML</a><a href="${name}/openapi.json" download="${name}.json">JSON</a></p>
</section>`;

/** Returns the curl sample of the first read operation on one line. */
function firstCall(contract: Contract): string {
  const operation = contract.operations.find(({ method }) => method === 'get');
  const curl = samples(contract)
    .get(operation?.id ?? '')
    ?.find((sample) => sample.label === 'curl');
  if (curl === undefined)
    throw new SiteError(
      `${contract.name}: the landing page needs a curl sample of a GET operation, but there is none.`,
    );
  return curl.source.replaceAll(/ \\\n\s*/g, ' ');
}

const quickstarts = [
  {
    href: 'quickstart-lastmile.html',
    name: 'lastmile',
    title: 'Complete a booking',
    description:
      'Request an estimate, create a booking, and receive its events, in curl and TypeScript.',
  },
  {
    href: 'quickstart-marketplace.html',
    name: 'marketplace',
    title: 'Complete an order',
    description:
      'Receive an order, acknowledge it, accept it, and complete it, in curl and TypeScript.',
  },
] as const;

const quickstart = ({ href, name, title, description }: (typeof quickstarts)[number]): Html =>
  html`<li><a href="${href}"><span class="start-name">${label[name]} quickstart</span><strong>${title}</strong></a><p>${description}</p></li>`;

const heroLead =
  'Two HTTP interfaces of one delivery service, each defined by one OpenAPI 3.1 document. The reference, the types, the clients and the mock are built from these documents.';

/**
 * Renders the landing page.
 *
 * @param lists the guides by section
 */
export function landing(
  lastmile: Contract,
  marketplace: Contract,
  counts: SourceCounts,
  decisions: number,
  lists: Html,
): Html {
  const { operations, webhooks, resources } = counts;
  return html`<div class="hero">
<div class="wide">
<div class="hero-top"><div><h1>Send a courier, <br>or take an order.</h1>
<p class="lead">${heroLead}</p></div>
${route}</div>
<ul class="starts">${quickstarts.map(quickstart)}</ul>
</div>
</div>
<div class="wide">
<h2 id="interfaces">The interfaces</h2>
<div class="cards">${interfaceCard(lastmile)}${interfaceCard(marketplace)}</div>
<h2 id="run">Run the sandbox locally</h2>
<ol class="steps">
<li><h3>Start the sandbox and the site</h3><p>Run this command in a clone of the repository. It starts the sandbox on port 4010 and this site on port 4000.</p>${codeBlock('npm ci && npm start', 'sh')}</li>
<li><h3>Send a request</h3><p>The sandbox accepts tokens that begin with <code>test_</code>.</p>${codeBlock(firstCall(lastmile), 'sh')}</li>
<li><h3>Write a program</h3><p>Each interface has a typed client. The reference contains code samples for each operation. <a href="install.html">Install the clients</a> in your own project.</p>${codeBlock("import { createLastmileClient } from '@delivery-api/lastmile-client';\nimport { createMarketplaceClient } from '@delivery-api/marketplace-client';", 'ts')}</li>
</ol>
<h2 id="more">Guides</h2>
<div class="guide-lists">${lists}</div>
<h2 id="origin">Source and decisions</h2>
<div class="origin">
<section class="origin-given" aria-labelledby="given">
<h3 id="given">Source document</h3>
<p class="origin-count">${capital(inWords(operations))} operations, ${inWords(webhooks)} webhooks</p>
<p>The source document defines the methods and paths of the operations, the names of the webhooks, and the names of ${inWords(resources)} resources. It lists other parts, such as fields, states and errors, as “not shown”.</p>
<p><a href="source.html">Read the source document</a></p>
</section>
<section class="origin-decided" aria-labelledby="decided">
<h3 id="decided">Decisions</h3>
<p class="origin-count">Everything else</p>
<p>${decisions} decisions define fields, statuses, errors, limits, signatures and versions. Each decision has a number, a date and a reason.</p>
<p><a href="decisions.html">Read the decisions</a></p>
</section>
</div>
</div>`;
}

const operationsMarkdown = ({ name, operations, webhooks }: Contract): string =>
  `## ${label[name]}

${purpose[name]} [Reference](${name}/reference.md), [OpenAPI as YAML](${name}/openapi.yaml), [OpenAPI as JSON](${name}/openapi.json).

${operations.map(({ id, method, path, summary }) => `- [${summary}](${name}/reference.md#${operationAnchor(id)}): \`${method.toUpperCase()} ${path}\``).join('\n')}
${webhooks.map(({ id, name: event, summary }) => `- [${summary}](${name}/reference.md#${operationAnchor(id)}): event \`${event}\``).join('\n')}`;

/** Returns the landing page as Markdown. */
export const landingMarkdown = (contracts: readonly Contract[]): string => `# ${siteName}

${heroLead}

${quickstarts.map(({ href, name, description }) => `- [${label[name]} quickstart](${href.replace('.html', '.md')}): ${description}`).join('\n')}
- [All guides](guides.md)

${contracts.map(operationsMarkdown).join('\n\n')}

## Source and decisions

The [source document](source.md) defines methods, paths and names. [Decisions](decisions.md) define everything that it lists as “not shown”.
`;

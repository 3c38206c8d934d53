import type { JsonObject } from '@delivery-api/specs/contract';
import { label } from '../site.ts';
import { aboutAnchor } from './anchors.ts';
import { type Block, type Section, text } from './blocks.ts';
import { operationLink, type Subject } from './subject.ts';
import { tick } from './words.ts';

/** The introduction of the contract, a section for each of its headings. */
function introduction({ contract, linked }: Subject): Section {
  const [lead = '', ...parts] = contract.description.split(/^## /m);
  return {
    kind: 'section',
    anchor: 'introduction',
    title: 'Introduction',
    listed: true,
    blocks: [
      text(linked(lead)),
      ...parts.map((part): Section => {
        const [heading = '', ...lines] = part.split('\n');
        return {
          kind: 'section',
          anchor: aboutAnchor(heading.trim()),
          title: heading.trim(),
          listed: true,
          blocks: [text(linked(lines.join('\n')))],
        };
      }),
    ],
  };
}

interface Server {
  url: string;
  description?: string;
  variables?: Record<string, { default: string; description?: string }>;
}

function servers({ contract, linked }: Subject): Section {
  const list = (contract.document.servers ?? []) as unknown as Server[];
  const rows = list.map(({ url, description, variables }) => {
    const said = Object.entries(variables ?? {}).map(
      ([name, one]) => `${tick(name)}: ${one.description ?? ''} Such as ${tick(one.default)}.`,
    );
    return [tick(url), linked([description ?? '', ...said].join(' '))];
  });
  return {
    kind: 'section',
    anchor: 'servers',
    title: 'Servers',
    listed: true,
    blocks: [{ kind: 'table', columns: ['Base address', 'What it is'], rows }],
  };
}

/** How a caller says who it is, and which permission opens which operation. */
function access({ contract, linked }: Subject): Section {
  const components = contract.document.components as JsonObject;
  const schemes = Object.values((components.securitySchemes ?? {}) as JsonObject) as JsonObject[];
  const permissions = Map.groupBy(
    contract.operations.flatMap(({ id, permissions: needed }) =>
      needed.map((permission) => ({ permission, id })),
    ),
    ({ permission }) => permission,
  );
  const blocks: Block[] = [
    ...schemes.map((scheme) => text(linked(String(scheme.description ?? '')))),
    {
      kind: 'table',
      columns: ['Permission', 'Operations'],
      rows: [...permissions].map(([permission, users]) => [
        tick(permission),
        users.map(({ id }) => operationLink(id)).join(', '),
      ]),
    },
  ];
  return {
    kind: 'section',
    anchor: 'access',
    title: 'Authentication and permissions',
    listed: true,
    blocks,
  };
}

export const front = (subject: Subject): Section[] => [
  introduction(subject),
  servers(subject),
  access(subject),
];

/** The first sentence below the title of a manual. */
export const leadOf = ({ contract }: Subject): string =>
  `Everything about ${label[contract.name]} ${contract.version} on one page: ${contract.operations.length} operations, ${contract.webhooks.length === 1 ? 'one webhook' : `${contract.webhooks.length} webhooks`}, ${contract.schemas.size} schemas, ${contract.problems.size} problem codes. It needs no JavaScript, prints well, and is searched with the browser’s own search.`;

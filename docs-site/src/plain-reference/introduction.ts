import type { JsonObject } from '@delivery-api/specs/contract';
import { label } from '../site.ts';
import { aboutAnchor, aliasesOf } from './anchors.ts';
import { code, inline, join, prose, type Section, section } from './blocks.ts';
import { type Context, operationLink } from './context.ts';

/** Returns the description of the contract, with a section for each of its headings. */
function introduction({ contract }: Context): Section {
  const [lead = '', ...parts] = contract.description.split(/^## /m);
  const sections = parts.map((part): Section => {
    const [heading = '', ...lines] = part.split('\n');
    const anchor = aboutAnchor(heading.trim());
    return section(anchor, prose(heading), [prose(lines.join('\n'))], {
      aliases: aliasesOf(contract.name, anchor),
      listed: true,
    });
  });
  return section('introduction', 'Introduction', [prose(lead), ...sections], { listed: true });
}

interface Server {
  url: string;
  description?: string;
  variables?: Record<string, { default: string; description?: string }>;
}

function servers({ contract }: Context): Section {
  const list = (contract.document.servers ?? []) as unknown as Server[];
  const rows = list.map(({ url, description, variables }) => {
    const explained = Object.entries(variables ?? {}).map(
      ([name, variable]) =>
        inline`${code(name)}: ${prose(variable.description ?? '')} Example: ${code(variable.default)}.`,
    );
    return [code(url), join([prose(description ?? ''), ...explained], ' ')];
  });
  const columns = ['Base URL', 'Description'];
  return section('servers', 'Servers', [{ kind: 'table', columns, rows }], { listed: true });
}

/** Describes authentication, and the operations that each permission allows. */
function access({ contract }: Context): Section {
  const components = contract.document.components as JsonObject;
  const schemes = Object.values((components.securitySchemes ?? {}) as JsonObject) as JsonObject[];
  const permissions = Map.groupBy(
    contract.operations.flatMap(({ id, permissions: needed }) =>
      needed.map((permission) => ({ permission, id })),
    ),
    ({ permission }) => permission,
  );
  const rows = [...permissions].map(([permission, users]) => [
    code(permission),
    join(users.map(({ id }) => operationLink(id))),
  ]);
  const blocks = [
    ...schemes.map((scheme) => prose(String(scheme.description ?? ''))),
    { kind: 'table' as const, columns: ['Permission', 'Operations'], rows },
  ];
  return section('access', 'Authentication and permissions', blocks, { listed: true });
}

export const introductionSections = (context: Context): Section[] => [
  introduction(context),
  servers(context),
  access(context),
];

/** Returns the lead below the title of a reference. */
export const leadOf = ({ contract }: Context): string =>
  `The complete ${label[contract.name]} ${contract.version} reference on one page: ${contract.operations.length} operations, ${contract.webhooks.length === 1 ? 'one webhook' : `${contract.webhooks.length} webhooks`}, ${contract.schemas.size} schemas, ${contract.problems.size} problem codes. The page works without JavaScript. To search the page, use the search function of your browser.`;

import type { Contract, StateMachine } from '@delivery-api/specs/contract';
import { operationsReturning, ratesOf } from '../facts.ts';
import {
  headerAnchor,
  machineAnchor,
  operationAnchor,
  scenarioAnchor,
  schemaAnchor,
} from './anchors.ts';
import {
  code,
  type Field,
  facts,
  fields,
  type Inline,
  inline,
  join,
  link,
  listing,
  paragraph,
  prose,
  type Section,
  section,
} from './blocks.ts';
import { type Context, codeLink, operationLink } from './context.ts';
import { typeOf } from './labels.ts';
import { examples } from './parts.ts';
import { notes, schemaSection } from './schema.ts';

const chapter = (anchor: string, title: Inline, blocks: Section['blocks']): Section =>
  section(anchor, title, blocks, { listed: true });

/** Returns a paragraph that links to a guide. */
const guideLink = (text: string, guide: string, title: string): Section['blocks'][number] =>
  paragraph(inline`${text}, see ${link(title, `../${guide}.html`)}.`);

/** Lists every problem code with its meaning, and the problem examples. */
export function problems(context: Context): Section {
  const { contract } = context;
  const problemEntries = [...contract.problems.values()].sort((a, b) => a.status - b.status);
  const rows = problemEntries.map(
    ({ code: problemCode, status, title, retryable, scope }): Inline[] => {
      const operations = operationsReturning(contract, problemCode);
      const returnedBy =
        scope === 'server' && operations.length === 0
          ? 'any request'
          : operations.length === contract.operations.length
            ? 'every operation'
            : join(operations.map(({ id }) => operationLink(id)));
      return [codeLink(problemCode), String(status), title, retryable ? 'yes' : 'no', returnedBy];
    },
  );
  const contents = contract.operations.flatMap(({ responses }) =>
    responses.flatMap(({ status, content }) =>
      content === undefined ? [] : [{ content, label: `(${status})` }],
    ),
  );
  return chapter('problems', 'Problems', [
    paragraph(
      inline`Every error response is a ${link('Problem', `#${schemaAnchor('Problem')}`)} as ${code('application/problem+json')}. Branch on its ${code('code')}.`,
    ),
    { kind: 'table', columns: ['Code', 'Status', 'Meaning', 'Retryable', 'Returned by'], rows },
    chapter('problem-examples', 'Problem examples', examples(contents, context)),
  ]);
}

/**
 * Lists every response header. If a header differs between responses, lists the statuses of each
 * form.
 */
export function headers(context: Context): Section {
  const all = context.contract.operations.flatMap(({ responses }) =>
    responses.flatMap(({ status, headers: own }) => own.map((header) => ({ status, header }))),
  );
  const entries = [...Map.groupBy(all, ({ header }) => header.name)].map(([name, uses]): Field => {
    const forms = [...Map.groupBy(uses, ({ header }) => JSON.stringify(header)).values()].map(
      (users) => ({
        header: users[0]?.header as (typeof uses)[number]['header'],
        statuses: [...new Set(users.map(({ status }) => status))].sort(),
      }),
    );
    const types = new Map(forms.map(({ header }) => typeOf(header.schema)).map(byText));
    const labels = forms.flatMap(({ header }) => notes(header.schema, context, header.example));
    return {
      anchor: headerAnchor(name),
      name,
      type: join([...types.values()], ' or '),
      content: forms.map(({ header, statuses }) =>
        forms.length === 1
          ? prose(header.description)
          : paragraph(inline`With ${listing(statuses.map(String))}: ${prose(header.description)}`),
      ),
      notes: [...new Map(labels.map(byText)).values()],
    };
  });
  return chapter('headers', 'Response headers', [fields(entries)]);
}

const byText = (content: Inline): [string, Inline] => [JSON.stringify(content), content];

/** Lists the limits, permissions and `Idempotency-Key` support of every operation. */
export function limitsTable({ contract }: Context): Section {
  const rows = contract.operations.map(({ id, limits, permissions, idempotency }) => [
    operationLink(id),
    ratesOf(limits),
    limits.max_body_bytes === undefined ? '' : `${limits.max_body_bytes} bytes`,
    `${limits.timeout_seconds} s`,
    join(permissions.map(code)),
    idempotency === 'none' ? '' : idempotency,
  ]);
  const columns = [
    'Operation',
    'Rate limit',
    'Maximum body size',
    'Timeout',
    'Permission',
    'Idempotency-Key',
  ];
  return chapter('limits', 'Limits', [
    guideLink('For instructions', 'limits', 'Limits'),
    { kind: 'table', columns, rows },
  ]);
}

function eventLink(event: string, { webhooks }: Contract): Inline {
  const webhook = webhooks.find(({ id, name }) => event === id || event === name);
  return webhook === undefined ? code(event) : link(code(event), `#${operationAnchor(webhook.id)}`);
}

function machine(one: StateMachine, { contract }: Context): Section {
  const { schemaName, field, initial, states, transitions, skips, guaranteed } = one;
  const meanings = (contract.schemas.get(schemaName)?.['x-enumDescriptions'] ?? {}) as Record<
    string,
    string
  >;
  const resource = schemaName.replace(/Status$/, '');
  return chapter(
    machineAnchor(schemaName),
    [`${schemaName}: state machine of `, code(field)],
    [
      guideLink('For a diagram and instructions', `${resource.toLowerCase()}s`, `${resource}s`),
      facts(
        ['Values', link(schemaName, `#${schemaAnchor(schemaName)}`)],
        ['Initial status', listing(initial.map(code), 'or')],
        [`In every successful ${resource.toLowerCase()}`, listing(guaranteed.map(code))],
        ['Statuses that can be skipped', skips === 'forward' ? 'All other statuses' : 'None'],
      ),
      {
        kind: 'table',
        columns: ['Status', 'Phase', 'Final', 'Meaning'],
        rows: [...states].map(([name, { phase, terminal }]) => [
          code(name),
          phase,
          terminal ? 'yes' : '',
          prose(meanings[name] ?? ''),
        ]),
      },
      {
        kind: 'table',
        columns: ['From', 'To', 'Caused by', 'Event', 'Required fields'],
        rows: transitions.map(({ from, to, by, firesEvent, needs }) => [
          code(from),
          code(to),
          join(by),
          firesEvent === undefined ? '' : eventLink(firesEvent, contract),
          join(needs.map(code)),
        ]),
      },
    ],
  );
}

export const machines = (context: Context): Section =>
  chapter(
    'machines',
    'States and transitions',
    context.contract.machines.map((one) => machine(one, context)),
  );

/** Lists every sandbox scenario with its steps. */
export const scenarios = ({ contract }: Context): Section =>
  chapter('scenarios', 'Sandbox scenarios', [
    guideLink('To select a scenario', 'sandbox', 'Testing in the sandbox'),
    {
      kind: 'fields',
      fields: contract.scenarios.map(({ name, summary, operations, steps }) => ({
        anchor: scenarioAnchor(name),
        name,
        type:
          operations.length === 0
            ? 'set in the control API'
            : ['set in ', listing(operations.map(operationLink))],
        content: [prose(summary), { kind: 'list', items: steps.map(prose) }],
        notes: [],
      })),
    },
  ]);

/** Describes every schema that no operation or webhook section describes, sorted by name. */
export const schemas = (context: Context): Section =>
  chapter(
    'schemas',
    'Schemas',
    [...context.contract.schemas.keys()]
      .filter((name) => !context.isInlined(name))
      .sort()
      .map((name) => schemaSection(name, context)),
  );

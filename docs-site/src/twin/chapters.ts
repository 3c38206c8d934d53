import type { Header, StateMachine } from '@delivery-api/specs/contract';
import { headerAnchor, machineAnchor, scenarioAnchor, schemaAnchor } from './anchors.ts';
import { type Field, facts, type Section, text } from './blocks.ts';
import { exampleFolds } from './parts.ts';
import { notes, schemaSection } from './schema.ts';
import { codeLink, operationLink, type Subject } from './subject.ts';
import { listing, tick, typeOf } from './words.ts';

const chapter = (anchor: string, title: string, blocks: Section['blocks']): Section => ({
  kind: 'section',
  anchor,
  title,
  listed: true,
  blocks,
});

/**
 * Leads to the guide that tells the same as a story. A guide that is not there any more is caught
 * with all other links.
 */
const toGuide = (said: string, guide: string, title: string): Section['blocks'][number] =>
  text(`${said}: [${title}](../${guide}.html).`);

/** Every code with what it means, each a link to its entry, and the examples of their bodies. */
export function problems({ contract }: Subject, shown: Set<string>): Section {
  const rows = [...contract.problems.values()].map(({ code, status, title, retryable, scope }) => {
    const operations = contract.operations.filter(({ responses }) =>
      responses.some(({ codes }) => codes.includes(code)),
    );
    const where =
      scope === 'server' && operations.length === 0
        ? 'any request'
        : operations.length === contract.operations.length
          ? 'every operation'
          : operations.map(({ id }) => operationLink(id)).join(', ');
    return [codeLink(code), String(status), title, retryable ? 'yes' : 'no', where];
  });
  const contents = contract.operations.flatMap(({ responses }) =>
    responses.flatMap(({ status, content }) =>
      content === undefined ? [] : [{ content, where: `(${status})` }],
    ),
  );
  return chapter('problems', 'Problems', [
    text(
      `Every refusal is a [Problem](#${schemaAnchor('Problem')}) as ${tick('application/problem+json')}. Branch on its ${tick('code')}.`,
    ),
    {
      kind: 'table',
      columns: ['Code', 'Status', 'Meaning', 'Repeat?', 'Answered by'],
      rows: rows.sort((a, b) => Number(a[1]) - Number(b[1])),
    },
    {
      kind: 'section',
      anchor: 'problem-examples',
      title: 'Examples of problems',
      listed: true,
      blocks: exampleFolds(contents, shown),
    },
  ]);
}

/**
 * Every header of answers once; where it differs between answers, each form is told with its
 * statuses.
 */
export function headers(subject: Subject): Section {
  const all = subject.contract.operations.flatMap(({ responses }) =>
    responses.flatMap(({ status, headers: own }) => own.map((header) => ({ status, header }))),
  );
  const fields = [...Map.groupBy(all, ({ header }) => header.name)].map(([name, uses]): Field => {
    const forms = [...Map.groupBy(uses, ({ header }) => JSON.stringify(header))].map(
      ([form, users]) => ({
        header: JSON.parse(form) as Header,
        statuses: [...new Set(users.map(({ status }) => status))].sort(),
      }),
    );
    const alone = forms.length === 1;
    const said = forms.map(
      ({ header, statuses }) =>
        `${alone ? '' : `With ${listing(statuses.map(String))}: `}${subject.linked(header.description)}`,
    );
    return {
      anchor: headerAnchor(name),
      name,
      type: [...new Set(forms.map(({ header }) => typeOf(header.schema)))].join(' or '),
      required: undefined,
      text: said.join('\n\n'),
      notes: [
        ...new Set(forms.flatMap(({ header }) => notes(header.schema, subject, header.example))),
      ],
    };
  });
  return chapter('headers', 'Headers of answers', [{ kind: 'fields', fields }]);
}

/** Sizes, rates and times of every operation in one table. */
export function limitsTable({ contract }: Subject): Section {
  const rows = contract.operations.map(({ id, limits, permissions, idempotency }) => [
    operationLink(id),
    `${limits.rate.requests} in ${limits.rate.per_seconds} s`,
    limits.max_body_bytes === undefined ? '' : `${limits.max_body_bytes} bytes`,
    `${limits.timeout_seconds} s`,
    permissions.map(tick).join(', '),
    idempotency === 'none' ? '' : idempotency,
  ]);
  const columns = [
    'Operation',
    'Requests',
    'Largest body',
    'Answers within',
    'Permission',
    'Idempotency-Key',
  ];
  return chapter('limits', 'Limits', [
    toGuide('What they mean for a program', 'limits', 'Limits'),
    { kind: 'table', columns, rows },
  ]);
}

function machine(one: StateMachine, { contract, linked }: Subject): Section {
  const { schemaName, field, initial, states, transitions, skips, guaranteed } = one;
  const meanings = (contract.schemas.get(schemaName)?.['x-enumDescriptions'] ?? {}) as Record<
    string,
    string
  >;
  const resource = schemaName.replace(/Status$/, '');
  return chapter(machineAnchor(schemaName), `${schemaName}, the states of ${tick(field)}`, [
    toGuide('Drawn, and what to do in each state', `${resource.toLowerCase()}s`, `${resource}s`),
    facts(
      ['Values', `[${schemaName}](#${schemaAnchor(schemaName)})`],
      ['Begins as', listing(initial.map(tick), 'or')],
      ['Always passes, if it ends well', listing(guaranteed.map(tick))],
      [
        'Skips',
        skips === 'forward'
          ? 'A later state may be reached without those between.'
          : 'No state is left out.',
      ],
    ),
    {
      kind: 'table',
      columns: ['State', 'Phase', 'End', 'Meaning'],
      rows: [...states].map(([name, { phase, terminal }]) => [
        tick(name),
        phase,
        terminal ? 'yes' : '',
        linked(meanings[name] ?? ''),
      ]),
    },
    {
      kind: 'table',
      columns: ['From', 'To', 'By', 'Event', 'Needs'],
      rows: transitions.map(({ from, to, by, firesEvent, needs }) => [
        tick(from),
        tick(to),
        by.join(', '),
        firesEvent === undefined ? '' : linked(tick(firesEvent)),
        needs.map(tick).join(', '),
      ]),
    },
  ]);
}

export const machines = (subject: Subject): Section =>
  chapter(
    'machines',
    'States and transitions',
    subject.contract.machines.map((one) => machine(one, subject)),
  );

/** Every story that the sandbox can play, with its course. */
export const scenarios = ({ contract, linked }: Subject): Section =>
  chapter('scenarios', 'Scenarios of the sandbox', [
    toGuide('How to ask for one', 'sandbox', 'Testing in the sandbox'),
    {
      kind: 'fields',
      fields: contract.scenarios.map(({ name, summary, operations, course }) => ({
        anchor: scenarioAnchor(name),
        name,
        type:
          operations.length === 0
            ? 'from the sandbox’s control surface'
            : `asked for in ${listing(operations.map(operationLink))}`,
        required: undefined,
        text: `${linked(summary)}\n\n${course.map((step, index) => `${index + 1}. ${linked(step)}`).join('\n')}`,
        notes: [],
      })),
    },
  ]);

/** Every schema that is not described where it is used, by name. */
export const schemas = (subject: Subject): Section =>
  chapter(
    'schemas',
    'Schemas',
    [...subject.contract.schemas.keys()]
      .filter((name) => !subject.atHome(name))
      .sort()
      .map((name) => schemaSection(name, subject)),
  );

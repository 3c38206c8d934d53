import { isDeepStrictEqual } from 'node:util';
import type {
  Contract,
  InterfaceName,
  Operation,
  ProblemEntry,
} from '@delivery-api/specs/contract';
import { operationsReturning } from '../facts.ts';
import { breakable, type Html, html, inline } from '../html.ts';
import { routeOf } from '../routes.ts';
import { label } from '../site.ts';
import { pageHead } from './page.ts';

/** A meaning of a code, and the interfaces in which the code has this meaning. */
interface Meaning {
  entry: ProblemEntry;
  uses: { name: InterfaceName; operations: Operation[]; isEveryOperation: boolean }[];
}

/** Returns all codes of the contracts with their meanings, sorted by status and name. */
export function catalogue(contracts: readonly Contract[]): Map<string, Meaning[]> {
  const codes = new Map<string, Meaning[]>();
  for (const contract of contracts) {
    for (const [code, entry] of contract.problems) {
      const meanings = codes.get(code) ?? [];
      const operations = operationsReturning(contract, code);
      const use = {
        name: contract.name,
        operations,
        isEveryOperation: operations.length === contract.operations.length,
      };
      const same = meanings.find((meaning) => isDeepStrictEqual(meaning.entry, entry));
      if (same === undefined) meanings.push({ entry, uses: [use] });
      else same.uses.push(use);
      codes.set(code, meanings);
    }
  }
  const status = ([, meanings]: [string, Meaning[]]): number => meanings[0]?.entry.status ?? 0;
  return new Map([...codes].sort((a, b) => status(a) - status(b) || (a[0] < b[0] ? -1 : 1)));
}

const commas = (parts: Html[]): Html[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [html`, `, part]));

const returnedBy = ({ entry, uses }: Meaning): Html => {
  if (entry.scope === 'server') return html`Any request, before it reaches an operation.`;
  return html`${uses.filter(({ operations }) => operations.length > 0).map(({ name, operations, isEveryOperation }) => html`<p><span class="where">${label[name]}</span><span>${isEveryOperation ? 'every operation' : commas(operations.map((operation) => html`<a href="${name}/${routeOf(operation)}">${operation.id}</a>`))}</span></p>`)}`;
};

const retry = ({ retryable }: ProblemEntry): Html =>
  retryable
    ? html`<span class="yes">Yes</span>, the same request can succeed later.`
    : html`<span class="no">No</span>. Do not retry automatically; follow the action.`;

/** Returns the members that problems with a code add to the common members, by label. */
export const membersOf = ({ extensions, optionalExtensions }: ProblemEntry) =>
  [
    { name: 'Additional members', members: extensions },
    { name: 'Optional members', members: optionalExtensions },
  ].filter(({ members }) => members.length > 0);

const meaningOf = (
  meaning: Meaning,
  alone: boolean,
): Html => html`${!alone && html`<p class="where">${meaning.uses.map(({ name }) => label[name]).join(', ')}</p>`}
<p class="error-title">${inline(meaning.entry.title)}</p>
<dl>
<dt>Cause</dt><dd>${inline(meaning.entry.cause)}</dd>
<dt>Action</dt><dd>${inline(meaning.entry.action)}</dd>
<dt>Retryable</dt><dd>${retry(meaning.entry)}</dd>
${membersOf(meaning.entry).map(
  ({
    name,
    members,
  }) => html`<dt>${name}</dt><dd>${commas(members.map((member) => html`<code>${member}</code>`))}</dd>
`,
)}<dt>Returned by</dt><dd>${returnedBy(meaning)}</dd>
</dl>`;

const statuses = (meanings: Meaning[]): number[] => [
  ...new Set(meanings.map(({ entry }) => entry.status)),
];

const article = ([code, meanings]: [
  string,
  Meaning[],
]): Html => html`<article class="error" id="${code}">
<h3><a href="#${code}"><code>${code}</code></a><span class="status status-${Math.floor((statuses(meanings)[0] ?? 0) / 100)}">${statuses(meanings).join(', ')}</span></h3>
${meanings.map((meaning) => meaningOf(meaning, meanings.length === 1))}
</article>
`;

/** Reason phrases of RFC 9110 and RFC 6585. */
const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content too large',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
};

const lead =
  'Every error response is a problem document (RFC 9457). Its `code` identifies the error, and its `type` links to the entry on this page. Branch on `code`, not on `title` or `detail`. If your program does not know a code, use `status` and `retryable` to handle the error.';

/**
 * Renders every problem code of both interfaces. Each code has an anchor, because the `type`
 * of a problem links to it.
 */
export function errors(contracts: readonly Contract[]): Html {
  const codes = [...catalogue(contracts)];
  const groups = Map.groupBy(codes, ([, meanings]) => meanings[0]?.entry.status ?? 0);
  return html`${pageHead({ path: 'errors.html', section: 'Reference', title: 'Errors', lead: html`<p>${inline(lead)} Download <a href="errors.json">all codes as JSON</a>. <a href="sandbox.html#trigger-an-error">Trigger each code in the sandbox</a>.</p>` })}
<div class="wide split">
<nav class="index" aria-label="Codes">${[...groups].map(([status, entries]) => html`<p>${status}</p><ul>${entries.map(([code]) => html`<li><a href="#${code}">${breakable(code)}</a></li>`)}</ul>`)}</nav>
<div>${[...groups].map(
    ([
      status,
      entries,
    ]) => html`<section class="errors" aria-labelledby="status-${status}"><h2 id="status-${status}"><span>${status}</span> ${titles[status] ?? ''}</h2>
${entries.map(article)}</section>
`,
  )}</div>
</div>`;
}

import type { RequestRecord } from '../../api/types.ts';
import { type Entry, h, liveList, time } from './dom.ts';

/** Creates the list of requests and their contract violations. */
export function requestList(): {
  element: HTMLElement;
  update: (items: readonly RequestRecord[]) => void;
} {
  const list = h('ol', { class: 'rows' });
  const nothing = h('p', { class: 'none' }, 'No requests yet.');
  const update = liveList<RequestRecord>(list, nothing, ({ request_id: id }) => id, row);
  return {
    element: h(
      'section',
      { 'aria-labelledby': 'requests' },
      h('h2', { id: 'requests' }, 'Requests'),
      nothing,
      list,
    ),
    update,
  };
}

function row(record: RequestRecord): Entry<RequestRecord> {
  const {
    at,
    method,
    path,
    status,
    operation,
    milliseconds,
    client,
    attempt,
    code,
    findings,
    response_findings: responseFindings,
  } = record;
  const outcome = status === 0 ? 'no response' : String(status);
  return {
    element: h(
      'li',
      {},
      h(
        'p',
        { class: 'line' },
        time(at),
        h(
          'b',
          { class: `verb ${method === 'GET' || method === 'HEAD' ? 'read' : 'write'}` },
          method,
        ),
        h('code', {}, path),
        h(
          'span',
          { class: `badge ${status === 0 || status >= 400 ? 'ended' : 'success'}` },
          outcome,
        ),
      ),
      h(
        'p',
        { class: 'facts' },
        [
          operation ?? 'no operation',
          `${milliseconds} ms`,
          ...(client === undefined ? [] : [client]),
          ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
          ...(code === undefined ? [] : [code]),
        ].join(' · '),
      ),
      findingList('Violations in the request:', findings),
      findingList('Violations in the response:', responseFindings),
    ),
  };
}

const findingList = (title: string, findings: readonly string[]): HTMLElement | undefined =>
  findings.length === 0
    ? undefined
    : h(
        'div',
        { class: 'found' },
        h('p', {}, title),
        h('ul', {}, ...findings.map((finding) => h('li', {}, finding))),
      );

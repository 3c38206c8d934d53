import type { Operation } from '@delivery-api/specs/contract';
import { interfaces, judge } from '../attack/judge.ts';
import type { Tally } from './tally.ts';

/**
 * A `fetch` for the clients that holds every answer against the contract, closed, before they see
 * it.
 */
export function judgingFetch(tally: Tally, around: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const response = await around(input, init);
    const url = new URL(input instanceof Request ? input.url : String(input));
    const method = (input instanceof Request ? input.method : init?.method) ?? 'GET';
    const [, name = '', path = ''] = /^\/(lastmile|marketplace)(\/.*)$/.exec(url.pathname) ?? [];
    const judged = interfaces.find((one) => one.name === name);
    if (judged === undefined) return response;
    tally.count('answers');
    const text = await response.clone().text();
    const answer = { status: response.status, headers: Object.fromEntries(response.headers), text };
    for (const found of judge(
      judged,
      operationAt(judged.contract.operations, method, path),
      answer as never,
      method,
    ))
      tally.fault('contract violations', `${method} ${url.pathname}, ${response.status}: ${found}`);
    return response;
  };
}

const operationAt = (
  operations: readonly Operation[],
  method: string,
  path: string,
): Operation | undefined =>
  operations.find((one) => one.method === method.toLowerCase() && pattern(one.path).test(path));

const pattern = (template: string): RegExp =>
  new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);

import { apis } from '../shared/contracts.ts';
import { checkResponse } from '../shared/response-check.ts';
import type { Recorder } from './recorder.ts';

/** Returns a `fetch` that checks each response of both interfaces and records the violations. */
export function checkedFetch(recorder: Recorder, send: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const request = input instanceof Request ? input : undefined;
    const { pathname } = new URL(request?.url ?? String(input));
    const method = request?.method ?? init?.method ?? 'GET';
    const [, name, path = ''] = /^\/(lastmile|marketplace)(\/.*)$/.exec(pathname) ?? [];
    const api = name === 'lastmile' || name === 'marketplace' ? apis[name] : undefined;
    if (api === undefined) return response;
    recorder.count('responses');
    const { status } = response;
    const headers = Object.fromEntries(response.headers);
    const text = await response.clone().text();
    const operation = api.contract.operations.find(
      (one) => one.method === method.toLowerCase() && pathPattern(one.path).test(path),
    );
    for (const violation of checkResponse(api, operation, { status, headers, text }, method))
      recorder.defect('contract violations', `${method} ${pathname}, ${status}: ${violation}`);
    return response;
  };
}

const pathPattern = (template: string): RegExp =>
  new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);

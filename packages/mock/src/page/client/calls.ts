import { byId } from './dom.ts';

/** The workspace in the address of the page; `undefined` for the default one. */
export const workspace = /^[a-z0-9-]{1,40}$/.exec(
  new URLSearchParams(location.search).get('workspace') ?? '',
)?.[0];

/** Returns the address of a control request in the workspace. */
export const inWorkspace = (path: string): string =>
  workspace === undefined ? path : `${path}?workspace=${workspace}`;

/** Asks the mock for something. */
export async function ask<Answer>(path: string): Promise<Answer> {
  const response = await fetch(path, {
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`GET ${path} returned ${response.status}.`);
  return (await response.json()) as Answer;
}

/**
 * Sends a request to the control API, and shows the result, or the detail of the problem if the mock
 * rejects the request.
 */
export async function act<Answer>(
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
  message: (response: Answer) => string,
): Promise<Answer | undefined> {
  try {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const response = await fetch(inWorkspace(path), {
      method,
      headers,
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Answer & { detail?: string };
    if (!response.ok) {
      showMessage(answer.detail ?? `The mock rejected the request with ${response.status}.`, true);
      return undefined;
    }
    showMessage(message(answer));
    return answer;
  } catch {
    showMessage('The mock does not respond. Check whether it is running.', true);
    return undefined;
  }
}

/** Says something below the controls; screen readers read it out. */
export function showMessage(text: string, isRefusal = false): void {
  const message = byId('said');
  message.classList.toggle('refused', isRefusal);
  message.textContent = text;
}

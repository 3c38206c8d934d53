import { byId } from './dom.ts';

/**
 * The workspace in the URL of the page; `undefined` if the URL contains no valid name. The control
 * API then uses the default workspace.
 */
export const workspace = /^[a-z0-9-]{1,40}$/.exec(
  new URLSearchParams(location.search).get('workspace') ?? '',
)?.[0];

/** Returns the URL of a control API request for the workspace. */
export const inWorkspace = (path: string): string =>
  workspace === undefined ? path : `${path}?workspace=${workspace}`;

/**
 * Sends a GET request to the mock and returns the JSON response.
 *
 * @throws {Error} if the status is not 2xx, or if there is no complete response within 10 s
 */
export async function getJson<Body>(path: string): Promise<Body> {
  const response = await fetch(path, {
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`GET ${path} returned ${response.status}.`);
  return (await response.json()) as Body;
}

/**
 * Sends a request to the control API and shows a message: the result, or the error if the request
 * fails.
 *
 * @param message returns the text to show after a successful request
 * @returns the response body; `undefined` if the request fails
 */
export async function sendControl<Body>(
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
  message: (response: Body) => string,
): Promise<Body | undefined> {
  try {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const response = await fetch(inWorkspace(path), {
      method,
      headers,
      body: JSON.stringify(body),
    });
    const result = (await response.json()) as Body & { detail?: string };
    if (!response.ok) {
      showMessage(result.detail ?? `The mock rejected the request with ${response.status}.`, true);
      return undefined;
    }
    showMessage(message(result));
    return result;
  } catch {
    showMessage('The mock does not respond. Check whether it is running.', true);
    return undefined;
  }
}

/** Shows a message below the controls. Screen readers announce the message. */
export function showMessage(text: string, isError = false): void {
  const message = byId('message');
  message.classList.toggle('error', isError);
  message.textContent = text;
}

import { operatorToken, operatorTokenNeeded } from './store-options.ts';

/** Sends a request to the control API of a running sandbox. */
export type SendControl = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<unknown>;

const maxErrors = 5;

interface Problem {
  detail?: string;
  errors?: { pointer?: string; message: string }[];
}

/**
 * Creates a client for the control API of a workspace. Each call rejects with a one-line error if
 * there is no sandbox at the URL, or if the sandbox rejects the request.
 */
export const controlClient =
  (url: string, workspace?: string): SendControl =>
  async (method, path, body) => {
    const token = operatorToken();
    const query = workspace === undefined ? '' : `?workspace=${workspace}`;
    const response = await fetch(`${url.replace(/\/+$/, '')}/_sandbox${path}${query}`, {
      method,
      headers: {
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    }).catch(() => {
      throw new Error(
        `There is no sandbox at ${url}. Start one with delivery-mock start, or set its URL with --url.`,
      );
    });
    const text = await response.text();
    const json = parseJson(text);
    if (json === undefined)
      throw new Error(
        `The server at ${url} is not a sandbox (response status ${response.status}). Set the URL of the sandbox with --url.`,
      );
    if (response.ok) return json;
    if (response.status === 401) throw new Error(operatorTokenNeeded);
    const { detail, errors = [] } = json as Problem;
    if (errors.length < 2) throw new Error(detail ?? `${response.status} ${response.statusText}`);
    const shown = errors
      .slice(0, maxErrors)
      .map(({ pointer, message }) => `${pointer ?? ''} ${message}`.trim());
    throw new Error(
      `${errors.length} errors: ${shown.join('; ')}${errors.length > maxErrors ? `; and ${errors.length - maxErrors} more` : ''}.`,
    );
  };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

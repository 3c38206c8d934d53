/**
 * Sends one request to the control API of a sandbox and returns the parsed response.
 *
 * @throws {Error} if the status is not 2xx
 */
export type SandboxControl = <Result = unknown>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
) => Promise<Result>;

/**
 * Creates a client for the control API.
 *
 * @param url base URL of the mock. Paths are relative to `/_sandbox`.
 */
export const sandboxControl =
  (url: string): SandboxControl =>
  async (method, path, body) => {
    const response = await fetch(`${url}/_sandbox${path}`, {
      method,
      ...(method !== 'GET' && {
        body: JSON.stringify(body ?? {}),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    throw new Error(
      `${method} /_sandbox${path} returned ${response.status}: ${text.slice(0, 200)}`,
    );
  };

/** Returns the state of a sandbox as one string, to detect changes. */
export async function sandboxState(url: string): Promise<string> {
  const control = sandboxControl(url);
  const parts = ['snapshot', 'clock', 'webhooks', 'faults'].map((path) =>
    control('GET', `/${path}`),
  );
  return JSON.stringify(await Promise.all(parts));
}

/** The control surface of a sandbox. */
export type Control = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
) => Promise<unknown>;

/** @throws {Error} in one line, where something else than a success is answered */
export const controlOf =
  (url: string): Control =>
  async (method, path, body) => {
    const response = await fetch(`${url}/_sandbox${path}`, {
      method,
      ...(method !== 'GET' && {
        body: JSON.stringify(body ?? {}),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(
        `${method} /_sandbox${path} is answered with ${response.status}: ${text.slice(0, 200)}`,
      );
    return JSON.parse(text);
  };

/** What the control surface of a running sandbox is asked. */
export type Ask = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
) => Promise<unknown>;

const most = 5;

interface Problem {
  detail?: string;
  errors?: { pointer?: string; message: string }[];
}

/**
 * Talks to the control surface of a running sandbox.
 *
 * @throws {Error} from each call, in one line: nobody is there, or the sandbox refused
 */
export const controlClient =
  (url: string): Ask =>
  async (method, path, body) => {
    const answer = await fetch(`${url.replace(/\/+$/, '')}/_sandbox${path}`, {
      method,
      ...(method !== 'GET' && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      }),
    }).catch(() => {
      throw new Error(
        `There is no sandbox at ${url}. Start one with delivery-mock start, or say where it is with --url.`,
      );
    });
    const text = await answer.text();
    const json = parsed(text);
    if (json === undefined)
      throw new Error(
        `What answers at ${url} is no sandbox (${answer.status}). Say where it is with --url.`,
      );
    if (answer.ok) return json;
    const { detail, errors = [] } = json as Problem;
    if (errors.length < 2) throw new Error(detail ?? `${answer.status} ${answer.statusText}`);
    const places = errors
      .slice(0, most)
      .map(({ pointer, message }) => `${pointer ?? ''} ${message}`.trim());
    throw new Error(
      `${errors.length} things are wrong: ${places.join('; ')}${errors.length > most ? `; and ${errors.length - most} more` : ''}.`,
    );
  };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Sends a request and shows the response.
import { element } from '../element.ts';
import { type ConsoleRequest, curlCommand } from './request.ts';

const block = (title: string, text: string): HTMLElement =>
  element('section', {}, element('h3', {}, title), element('pre', { tabindex: '0' }, text));

const bodyText = (text: string, type: string): string => {
  if (!/json/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** Instructions for a missing sandbox, and for a sandbox that does not allow this page. */
const noResponse = (origin: string): HTMLElement =>
  element(
    'div',
    { class: 'try-none' },
    element(
      'p',
      {},
      `No response from ${origin}. To start a sandbox, run this command in a clone of the repository:`,
    ),
    element('pre', { tabindex: '0' }, 'npm start'),
    element('p', {}, 'If a sandbox is running, restart it with this option to allow this page:'),
    element(
      'pre',
      { tabindex: '0' },
      `npx --no -- delivery-mock start --allow-origin ${location.origin}`,
    ),
  );

/**
 * Sends a request, and shows the result.
 *
 * @param status shows the status and the duration; a live region that screen readers announce
 * @param output shows the body and the headers, or instructions if there is no response, and the
 * curl command
 */
export async function send(
  request: ConsoleRequest,
  status: HTMLElement,
  output: HTMLElement,
): Promise<void> {
  const { method, url, headers, body } = request;
  status.textContent = 'Sending …';
  output.replaceChildren();
  const started = performance.now();
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    const milliseconds = Math.round(performance.now() - started);
    status.textContent = `${response.status} ${response.statusText} in ${milliseconds} ms`;
    status.dataset.kind = response.ok ? 'ok' : 'problem';
    output.append(
      ...(text === ''
        ? []
        : [block('Body', bodyText(text, response.headers.get('content-type') ?? ''))]),
      block(
        'Headers',
        [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      ),
    );
  } catch {
    status.textContent = 'No response';
    status.dataset.kind = 'problem';
    output.append(noResponse(new URL(url).origin));
  }
  output.append(block('curl', curlCommand(request)));
}

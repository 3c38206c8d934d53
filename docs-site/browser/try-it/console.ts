// A dialog that sends the requests of an operation to a sandbox on this machine. The page fetches
// this script when the reader opens the dialog for the first time.
import type { ConsoleData } from '../../src/try-it/console-data.ts';
import { element } from '../element.ts';
import { store } from '../stored.ts';
import { createForm, sandboxKey } from './form.ts';
import { buildRequest, sandboxOrigin } from './request.ts';
import { send } from './response.ts';

declare const STYLE: string;

const title = element('h2', { id: 'try-title' });
const close = element('button', { type: 'button', class: 'try-close' }, 'Close');
const content = element('div', { class: 'try-content' });
const dialog = element(
  'dialog',
  { class: 'try', 'aria-labelledby': 'try-title' },
  element('header', {}, title, close),
  content,
);
close.addEventListener('click', () => dialog.close());
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});
// While the dialog is open, pages must not handle keys as their own shortcuts.
dialog.addEventListener('keydown', (event) => event.stopPropagation());

function show({ prefix, operations }: ConsoleData, anchor: string): void {
  const operation = operations[anchor];
  if (operation === undefined) throw new Error(`There is no operation ${anchor}.`);
  const { method, path, summary } = operation;
  title.textContent = summary;
  const form = createForm(operation);
  const status = element('p', { class: 'try-status', role: 'status' });
  const output = element('div', { class: 'try-output' });
  form.element.addEventListener('submit', (event) => {
    event.preventDefault();
    delete status.dataset.kind;
    try {
      const values = form.values();
      const request = buildRequest(prefix, operation, values);
      store(sandboxKey, sandboxOrigin(values.sandbox));
      void send(request, status, output).then(form.renew);
    } catch (error) {
      status.textContent = (error as Error).message;
      status.dataset.kind = 'problem';
      output.replaceChildren();
    }
  });
  form.element.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.element.requestSubmit();
  });
  content.replaceChildren(
    element('p', { class: 'try-line' }, element('b', {}, method), ' ', element('code', {}, path)),
    form.element,
    status,
    output,
  );
}

const styled = new Promise<void>((resolve) => {
  const style = element('link', { rel: 'stylesheet', href: new URL(STYLE, import.meta.url).href });
  style.addEventListener('load', () => resolve());
  style.addEventListener('error', () => resolve());
  document.head.append(style);
});

let loading: Promise<ConsoleData> | undefined;

/**
 * Opens the console for an operation. When the console closes, the focus returns to the previous
 * element.
 *
 * @param anchor the anchor of the operation, such as `createbooking`
 * @throws if the data cannot be fetched, or contains no operation with this anchor
 */
export async function open(anchor: string): Promise<void> {
  loading ??= fetch(new URL('try-it.json', document.baseURI))
    .then((response) => {
      if (!response.ok) throw new Error(String(response.status));
      return response.json() as Promise<ConsoleData>;
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  const [data] = await Promise.all([loading, styled]);
  if (dialog.open) return;
  show(data, anchor);
  if (!dialog.isConnected) document.body.append(dialog);
  dialog.showModal();
}

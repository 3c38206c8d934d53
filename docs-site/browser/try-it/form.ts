// The form of one operation.
import type { ConsoleOperation } from '../../src/try-it/console-data.ts';
import { element } from '../element.ts';
import { stored } from '../stored.ts';
import { type FormValues, freshExample } from './request.ts';

export const sandboxKey = 'sandbox';
const defaultSandbox = 'http://localhost:4010';

/** Returns eight random hexadecimal digits. */
const unique = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

const labelled = (text: string, field: HTMLElement, note = ''): HTMLElement =>
  element(
    'label',
    {},
    element('span', {}, text, ...(note === '' ? [] : [element('small', {}, ` ${note}`)])),
    field,
  );

const input = (value: string): HTMLInputElement => {
  const field = element('input', { autocomplete: 'off', spellcheck: 'false' });
  field.value = value;
  return field;
};

/** The form of an operation, and access to its values. */
export interface Form {
  element: HTMLFormElement;
  values(): FormValues;
  /**
   * Sets a new idempotency key if the operation requires one, and a new body unless the reader has
   * edited the body.
   */
  renew(): void;
}

/** Creates the form of an operation, filled with its first example. */
export function createForm({ parameters, examples }: ConsoleOperation): Form {
  const sandbox = input(stored(sandboxKey) ?? defaultSandbox);
  const token = input('test_token');
  const fields = parameters.map(({ value }) => input(value));
  const body = element('textarea', { spellcheck: 'false', rows: '14' });
  const example = element(
    'select',
    {},
    ...examples.map(({ summary }, index) => element('option', { value: String(index) }, summary)),
  );
  let filled = '';
  const fill = (): void => {
    const chosen = examples[example.selectedIndex];
    if (chosen === undefined) return;
    filled = JSON.stringify(freshExample(chosen.value, Date.now(), unique()), null, 2);
    body.value = filled;
  };
  const renew = (): void => {
    if (body.value === filled) fill();
    for (const [index, { name, required }] of parameters.entries())
      if (name === 'Idempotency-Key' && required) {
        const field = fields[index];
        if (field !== undefined) field.value = `${unique()}-${unique()}`;
      }
  };
  example.addEventListener('change', fill);
  renew();
  const form = element(
    'form',
    { class: 'try-form', novalidate: '' },
    element(
      'fieldset',
      {},
      element('legend', {}, 'Sandbox'),
      labelled('URL', sandbox),
      labelled('Token', token, 'must start with test_'),
    ),
    ...(parameters.length === 0
      ? []
      : [
          element(
            'fieldset',
            {},
            element('legend', {}, 'Parameters'),
            ...parameters.map(({ name, in: place, required }, index) =>
              labelled(
                name,
                fields[index] as HTMLInputElement,
                `${place}${required ? '' : ', optional'}`,
              ),
            ),
          ),
        ]),
    ...(examples.length === 0
      ? []
      : [
          element(
            'fieldset',
            { class: 'try-body' },
            element('legend', {}, 'Body'),
            ...(examples.length > 1 ? [labelled('Example', example)] : []),
            labelled('JSON', body),
          ),
        ]),
    element('button', { type: 'submit', class: 'try-send' }, 'Send'),
  );
  return {
    element: form,
    values: () => ({
      sandbox: sandbox.value.trim(),
      token: token.value.trim(),
      parameters: fields.map(({ value }) => value.trim()),
      body: body.value,
    }),
    renew,
  };
}

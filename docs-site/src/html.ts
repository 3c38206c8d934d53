/** Markup that is safe to insert into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Part = Html | string | number | false | undefined | readonly Part[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an element or a quoted attribute. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

function part(value: Part): string {
  if (value instanceof Html) return value.text;
  if (value === false || value === undefined) return '';
  if (typeof value === 'object') return value.map(part).join('');
  return escapeText(String(value));
}

/**
 * Template tag that escapes its values, except markup. Arrays are joined; `false` and `undefined`
 * render nothing.
 */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + part(values[index - 1]) + string));
}

/** Renders a one-line text in which only code spans are formatted. */
export function inline(text: string): Html {
  return new Html(escapeText(text).replace(/`([^`]+)`/g, '<code>$1</code>'));
}

/** Renders a name that may break after slashes and underscores. */
export const breakable = (name: string): Html =>
  html`${name.split(/(?<=[/_])/).map((piece, index) => html`${index > 0 && html`<wbr>`}${piece}`)}`;

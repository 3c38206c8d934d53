import { BuildDocsChanged, replaceExactly } from './expect.ts';

/** An image of nothing, for where the library would fetch a logo from its maker. */
const noImage =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%220%22 height=%220%22/%3E';

/**
 * What we change in the library: the strings that would make a reader's browser call somebody else,
 * one sentence that ended in the logo,
 * and the samples of webhooks, which are read from the document but never offered.
 */
export const changes: readonly { what: string; find: string; replacement: string }[] = [
  {
    what: 'the address of the large logo',
    find: '`https://cdn.redoc.ly/redoc/logo-mini-full.svg`',
    replacement: `\`${noImage}\``,
  },
  {
    what: 'the address of the small logo',
    find: '`https://cdn.redoc.ly/redoc/logo-mini.svg`',
    replacement: `\`${noImage}\``,
  },
  {
    what: 'the address of the telemetry',
    find: '`https://otel.cloud.redocly.com/v1/traces`',
    replacement: '``',
  },
  { what: 'the attribution', find: '`API docs by`', replacement: '`Rendered by Redoc`' },
  {
    what: 'the first sample of a webhook',
    find: 'a=e.isWebhook?`payload`:n||`curl`',
    replacement: 'a=n||`curl`',
  },
  {
    what: 'the list of samples of a webhook',
    find: 'samples:e.isWebhook?VI:D,',
    replacement: 'samples:D,',
  },
  {
    what: 'the choice of a sample of a webhook',
    find: '(e.isWebhook?VI:D).find(',
    replacement: 'D.find(',
  },
  // As one update that nothing hurries, the first rendering is done in small pieces, and the page
  // stays free to scroll and to answer meanwhile.
  // The overview is in the page already; where the address leads elsewhere, taking it over would
  // fail and be done again in one piece.
  {
    what: 'the start of the first rendering',
    find: '{(0,El.createRoot)(r).render(Q9(l,i));return}(0,El.hydrateRoot)(r,',
    replacement:
      '{(0,El.createRoot)(r).render(Q9(l,i));return}(0,B.startTransition)(()=>{if(!/^(#\\/?)?$/.test(location.hash))(0,El.createRoot)(r).render(Q9(l,i));else(0,El.hydrateRoot)(r,',
  },
  {
    what: 'the end of the first rendering',
    find: '||console.error(n,t)}})}function BHe(',
    replacement: '||console.error(n,t)}})})}function BHe(',
  },
];

/**
 * The module as it is published: without foreign addresses, and as it was before it was put between
 * script tags.
 *
 * @throws {BuildDocsChanged} naming what is not in it any more
 */
export function ownLibrary(library: string): string {
  const published = changes.reduce(
    (text, { what, find, replacement }) => replaceExactly(text, what, find, replacement),
    library.replaceAll('<\\/script', '</script'),
  );
  if (!/export\{[^}]*\bhydrate\b[^}]*\};?$/.test(published))
    throw new BuildDocsChanged('the module', 'does not export hydrate at its end any more');
  return `${published}\n`;
}

/**
 * The values of `style` that the library writes as text and a policy without `unsafe-inline` has to
 * name: one for each kind of token in a code sample.
 *
 * @throws {BuildDocsChanged} when the library does not colour its tokens that way any more
 */
export function tokenStyles(library: string): string[] {
  replaceExactly(library, 'the style of a token', ' style="color: var(${', '');
  const names = new Set(
    Array.from(library.matchAll(/`(--code-block-tokens-[a-z-]+-color)`/g), ([, name]) => name),
  );
  if (names.size < 10)
    throw new BuildDocsChanged('the colours of tokens', `are ${names.size} instead of at least 10`);
  return Array.from(names, (name) => `color: var(${name})`).sort();
}

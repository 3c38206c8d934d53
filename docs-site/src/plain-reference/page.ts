import type { Contract } from '@delivery-api/specs/contract';
import { downloads } from '../downloads/downloads.ts';
import { html } from '../html.ts';
import { type Frame, plainPage } from '../plain-page.ts';
import { label } from '../site.ts';
import type { Reference } from './blocks.ts';
import { renderHtml } from './render-html.ts';

/**
 * Renders the page of a plain reference. The page works without scripts.
 *
 * @param style the CSS of the page
 */
export function referencePage(
  frame: Frame,
  { name, version }: Contract,
  reference: Reference,
  style: string,
): string {
  const { contents, body } = renderHtml(reference);
  return plainPage(frame, {
    path: `${name}/reference.html`,
    barEntry: name,
    title: `${reference.title}, plain version`,
    description: `Every operation, webhook, field, constraint and problem code of ${label[name]} ${version} on one page, without JavaScript.`,
    inlineStyle: style,
    callsSandbox: true,
    side: html`<span class="bar-version">${version}</span><a href="./">Interactive</a>`,
    main: html`<div class="head"><div class="wide"><h1>${reference.title}</h1>
<p class="lead">${reference.lead}</p>
<p class="actions"><a class="button" href="./">Interactive page</a>${downloads.map(({ file, text }) => html`<a href="${file}">${text}</a>`)}</p></div></div>
<div class="wide split plain-reference"><nav class="index" aria-label="Contents">${contents}</nav>
<div>${body}</div></div>`,
  });
}

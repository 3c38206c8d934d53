import type { Contract } from '@delivery-api/specs/contract';
import { downloads } from '../downloads/downloads.ts';
import { html } from '../html.ts';
import { type Frame, plainPage } from '../plain-page.ts';
import type { Manual } from './blocks.ts';
import { line } from './prose.ts';
import { contents, toHtml } from './to-html.ts';

/** The page of a manual: complete, and without scripts. @param style everything that it needs */
export const manualPage = (
  frame: Frame,
  { name, version }: Contract,
  said: Manual,
  style: string,
): string =>
  plainPage(frame, {
    path: `${name}/reference.html`,
    place: name,
    title: `${said.title}, plain`,
    description: `Every operation, webhook, field, constraint and problem of ${name} ${version} on one page, without JavaScript.`,
    inlineStyle: style,
    side: html`<span class="bar-version">${version}</span><a href="./">Interactive</a>`,
    main: html`<div class="head"><div class="wide"><h1>${said.title}</h1>
<p class="lead">${line(said.lead)}</p>
<p class="actions"><a class="button" href="./">Interactive page</a>${downloads.map(({ file, text }) => html`<a href="${file}">${text}</a>`)}</p></div></div>
<div class="wide split twin"><nav class="index" aria-label="Contents">${contents(said.blocks)}</nav>
<div>${toHtml(said)}</div></div>`,
  });

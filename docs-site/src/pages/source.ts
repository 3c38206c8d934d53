import { type Html, html } from '../html.ts';
import { markdown, slug } from './markdown.ts';

/** The source document, word for word. */
export const sourcePage = (text: string): Html => html`<div class="head"><div class="wide"><h1>Source document</h1>
<p class="lead">Given, word for word. Where it says “not shown”, a <a href="decisions.html">decision</a> stands in.</p></div></div>
<div class="wide"><div class="prose given">${markdown(text.replace(/^# /m, '## '), { anchor: slug, address: () => undefined })}</div></div>`;

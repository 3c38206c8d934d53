import { type Html, html } from '../html.ts';
import type { BarEntry } from '../layout.ts';
import { markdownPath } from '../plain-page.ts';

/** A page with its Markdown version. */
export interface SitePage {
  path: string;
  barEntry: BarEntry | undefined;
  title: string;
  description: string;
  main: Html;
  markdown: string;
}

/** Renders the head of a page: breadcrumbs, Markdown link, title and lead. */
export const pageHead = ({
  path,
  section,
  title,
  lead,
}: {
  path: string;
  section: string;
  title: string;
  lead: Html;
}): Html =>
  html`<div class="head"><div class="wide"><p class="crumbs"><span><a href="guides.html">Guides</a> <span aria-hidden="true">/</span> ${section}</span> <a href="${markdownPath(path)}">This page as Markdown</a></p>
<h1>${title}</h1>
<div class="lead">${lead}</div></div></div>`;

import { plainPolicy } from '../csp.ts';
import { type Html, html } from '../html.ts';
import { document, type Place, siteName } from '../layout.ts';

/** What the pages without scripts share: names of assets, and the versions that the foot shows. */
export interface Frame {
  icon: string;
  style: string;
  versions: Html;
}

/** A page without scripts at the top of the site. */
export interface PlainPage {
  place: Place | undefined;
  title: string;
  description: string;
  main: Html;
}

export const foot = (versions: Html): Html =>
  html`<footer class="foot"><div class="wide"><p>${versions}</p><p><a href="faq.html">Questions</a> <a href="known-limits.html">Known limits</a> <a href="source.html">Source document</a> <a href="decisions.html">Decisions</a> <a href="errors.html">Errors</a></p></div></footer>`;

export const plainPage = (frame: Frame, { place, title, description, main }: PlainPage): string =>
  document({
    root: '',
    skippable: true,
    place,
    title: title === siteName ? title : `${title} · ${siteName}`,
    description,
    policy: plainPolicy,
    icon: frame.icon,
    head: html`<link rel="stylesheet" href="assets/${frame.style}">`,
    body: html`<main id="content">${main}</main>
${foot(frame.versions)}`,
  });

import { hashSource, plainPolicy } from '../csp.ts';
import { Html, html } from '../html.ts';
import { document } from '../layout.ts';
import { type Frame, footer } from '../plain-page.ts';
import { rootedLinks } from '../rooted-links.ts';
import { interfaces, label } from '../site.ts';

/**
 * Returns the 404 page. A server can return it for a URL in any folder, so its CSS is inline. If
 * `SITE_URL` is set, the links of the page start with the path of `SITE_URL`.
 */
export const notFound = (frame: Frame, style: string): string => {
  const page = document(
    {
      path: '404.html',
      barEntry: undefined,
      title: 'Not found · Delivery API',
      description: 'This page does not exist.',
      policy: { ...plainPolicy, 'style-src': ["'self'", hashSource(style)] },
      assets: frame.assets,
      head: new Html(`<style>${style}</style>`),
      body: html`<main id="content"><div class="head head-tall"><div class="wide"><h1>Page not found</h1>
<p class="lead">Check the URL. The page may exist only in a different version of this site. Continue with one of these pages:</p>
<p class="actions"><a class="button" href="./">Overview</a>${interfaces.map((name) => html`<a href="${name}/">${label[name]}</a>`)}<a href="errors.html">Errors</a></p></div></div></main>
${footer('', frame.versions)}`,
    },
    frame.site,
  );
  const { url } = frame.site;
  return url === undefined ? page : rootedLinks(page, new URL(`${url}/`).pathname);
};

/**
 * Returns an HTML page with the relative URLs of its `href` and `src` attributes below a root
 * path, so that the page works at any depth. The text of style sheets stays the same.
 *
 * @param root path with a trailing slash
 */
export const rootedLinks = (page: string, root: string): string =>
  page.replaceAll(/(\s(?:href|src)=")(?![a-z]+:|[#/])(?:\.\/)?/g, `$1${root}`);

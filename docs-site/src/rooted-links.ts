/**
 * Returns an HTML page in which the relative URLs of `href` and `src` attributes start with a root
 * path, so that the page works at any URL. Does not change URLs in style sheets.
 *
 * @param root path with a trailing slash
 */
export const rootedLinks = (page: string, root: string): string =>
  page.replaceAll(/(\s(?:href|src)=")(?![a-z]+:|[#/])(?:\.\/)?/g, `$1${root}`);

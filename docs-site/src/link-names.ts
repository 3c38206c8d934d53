/**
 * Turns names in backticks into links, except within links.
 *
 * @param text Markdown
 * @param addresses URLs by name
 */
export const linkNames = (text: string, addresses: ReadonlyMap<string, string>): string =>
  text.replace(/(?<![[`])`(\w+)`(?![\]`])/g, (whole, name: string) => {
    const address = addresses.get(name);
    return address === undefined ? whole : `[${whole}](${address})`;
  });

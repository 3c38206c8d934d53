/**
 * Makes links of names that stand between backticks, where they are not in a link already.
 *
 * @param text Markdown
 * @param addresses where a name leads to
 */
export const linkNames = (text: string, addresses: ReadonlyMap<string, string>): string =>
  text.replace(/(?<![[`])`(\w+)`(?![\]`])/g, (whole, name: string) => {
    const address = addresses.get(name);
    return address === undefined ? whole : `[${whole}](${address})`;
  });

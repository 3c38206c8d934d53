import postcss, { type Declaration } from 'postcss';

const isVariable = ({ prop }: Declaration): boolean => prop.startsWith('--');
const variablesIn = (text: string): string[] =>
  Array.from(text.matchAll(/var\(\s*(--[\w-]+)/g), ([, name]) => name as string);

/**
 * Returns the CSS of Redoc without the variables that the overview does not use. Redoc defines
 * about 2,900 variables, and the overview uses a fifth of them. The library adds all variables
 * again when it hydrates the page.
 *
 * @param style the CSS that `build-docs` wrote
 * @param otherStyles other CSS of the page and the HTML of the overview, which may use variables
 * @returns `undefined` if less than half of the variables are unused, because the CSS then has an
 * unknown form
 */
export function withoutUnusedVariables(style: string, otherStyles: string): string | undefined {
  const root = postcss.parse(style);
  const values = new Map<string, string[]>();
  const used = new Set<string>();
  const markUsed = (text: string): void => {
    for (const name of variablesIn(text)) {
      if (used.has(name)) continue;
      used.add(name);
      for (const value of values.get(name) ?? []) markUsed(value);
    }
  };
  const uses: string[] = [otherStyles];
  root.walkDecls((declaration) => {
    if (isVariable(declaration))
      values.set(declaration.prop, [...(values.get(declaration.prop) ?? []), declaration.value]);
    else uses.push(declaration.value);
  });
  for (const text of uses) markUsed(text);
  root.walkDecls((declaration) => {
    if (isVariable(declaration) && !used.has(declaration.prop)) declaration.remove();
  });
  const unused = [...values.keys()].filter((name) => !used.has(name)).length;
  return unused < values.size / 2 ? undefined : root.toString();
}
